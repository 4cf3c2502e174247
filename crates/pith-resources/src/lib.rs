//! Context files, skills, templates, themes, packages and trust.
