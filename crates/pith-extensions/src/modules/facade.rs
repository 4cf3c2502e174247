//! Small modules that stand between an importer and what has no fixed list of exports: modules of ours, from which only
//! some names may be there, modules of Node that are not offered, and CommonJS files.
//!
//! A facade's name says all of it, so equal wishes of two importers share one.

use std::path::Path;

use super::embedded::{has_names, maker};

/// What the name of a facade begins with.
const PREFIX: &str = "pith:facade ";

/// For names of a module of ours: those that it lacks are there too, and throw when they are used. Where only names are
/// wanted, they come straight from the files that make them, so that nothing else of the module is evaluated.
pub(super) fn of_embedded(module: &str, specifier: &str, names: &[String], whole: bool) -> String {
    if whole || !has_names(module) {
        return named("embedded", module, specifier, names);
    }
    let makers: Vec<Option<String>> = names.iter().map(|name| maker(module, name)).collect();
    // What is all in one file needs nothing in between.
    if let Some(Some(file)) = makers.first()
        && makers.iter().all(|maker| maker.as_ref() == Some(file))
    {
        return file.clone();
    }
    // A default that is not there is the whole module.
    let is_there = |(name, maker): (&String, &Option<String>)| name != "default" || maker.is_some();
    let by_name = names.iter().zip(&makers).all(is_there);
    named(if by_name { "named" } else { "embedded" }, module, specifier, names)
}

/// For a module of Node that is not offered.
pub(super) fn of_absent(module: &str, names: &[String]) -> String {
    named("absent", module, module, names)
}

/// For a CommonJS or JSON file.
pub(super) fn of_common(path: &Path, compiled: bool, mut names: Vec<String>) -> String {
    names.sort_unstable();
    names.dedup();
    named(if compiled { "compiled" } else { "common" }, &path.to_string_lossy(), "", &names)
}

/// For several modules, by the names that the engine has for them, of which nothing is wanted but that they are evaluated.
pub(super) fn of_several(modules: &[String]) -> String {
    named("several", "", "", modules)
}

/// For a name that a module does not export, and that is imported all the same.
pub(super) fn of_missing(module: &str, importer: &str, name: &str) -> String {
    named("missing", module, importer, &[name.to_owned()])
}

fn named(kind: &str, target: &str, specifier: &str, names: &[String]) -> String {
    let parts = serde_json::json!([kind, target, specifier, names]);
    format!("{PREFIX}{parts}")
}

/// The source of a facade, by its name.
pub(super) fn source(name: &str) -> Option<String> {
    let (kind, target, specifier, names): (String, String, String, Vec<String>) =
        serde_json::from_str(name.strip_prefix(PREFIX)?).ok()?;
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    if kind == "named" {
        let mut code = String::new();
        if names.iter().any(|name| is_name(name) && maker(&target, name).is_none()) {
            code.push_str("import { missing } from \"pith:js/runtime/missing.js\";\n");
        }
        for (number, name) in names.iter().filter(|name| is_name(name)).enumerate() {
            code.push_str(&match maker(&target, name) {
                Some(file) => format!("export {{ {name} }} from {};\n", quoted(&file)),
                None => {
                    let value = format!("missing({}, {})", quoted(&specifier), quoted(name));
                    format!("const v{number} = {value}; export {{ v{number} as {name} }};\n")
                }
            });
        }
        return Some(code);
    }
    if kind == "several" {
        return Some(names.iter().map(|module| format!("import {};\n", quoted(module))).collect());
    }
    if kind == "missing" {
        let words = format!("`{target}` does not export `{}`, which `{specifier}` imports", names.join("`, `"));
        return Some(format!("throw new SyntaxError({});\n", quoted(&words)));
    }
    let (target, specifier) = (quoted(&target), quoted(&specifier));
    let mut code = match kind.as_str() {
        "embedded" => format!(
            "import * as real from {target};\nimport {{ pick }} from \"pith:js/runtime/pick.js\";\nexport * from {target};\n\
             const of = (name) => pick(real, {specifier}, name);\nexport default of(\"default\");\n"
        ),
        "absent" => format!(
            "import {{ missing }} from \"pith:js/runtime/missing.js\";\nconst of = (name) => missing({specifier}, name);\n\
             export default missing({specifier});\n"
        ),
        _ => format!(
            "import {{ imported }} from \"pith:js/runtime/commonjs.js\";\n\
             const [whole, names] = imported({target}, {});\nconst of = (name) => names[name];\nexport default whole;\n",
            kind == "compiled"
        ),
    };
    for (number, name) in names.iter().filter(|name| *name != "default" && is_name(name)).enumerate() {
        code.push_str(&format!("const v{number} = of({}); export {{ v{number} as {name} }};\n", quoted(name)));
    }
    Some(code)
}

/// Whether a name can stand in an `export` clause. Others can only be reached through the default.
fn is_name(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
        && name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_facade_exports_every_name_that_can_be_exported() {
        let names = ["a", "default", "b-c", "delete"].map(str::to_owned).to_vec();
        let code = source(&of_common(Path::new("/it's \"x\".js"), true, names)).unwrap();
        assert!(code.contains(r#"imported("/it's \"x\".js", true)"#), "{code}");
        assert!(code.contains("as a }") && code.contains("as delete }") && !code.contains("b-c"), "{code}");
        assert_eq!(source("pith:js/x.js"), None);
    }

    #[test]
    fn names_alone_come_from_the_files_that_make_them() {
        let module = "pith:js/host/pi-coding-agent.js";
        let of = |names: &[&str], whole| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            source(&of_embedded(module, "pi", &names, whole)).unwrap()
        };
        let code = of(&["VERSION", "nothing"], false);
        assert!(code.contains(r#"export { VERSION } from "pith:js/host/pi-coding-agent/paths.js";"#), "{code}");
        assert!(code.contains(r#"missing("pi", "nothing")"#) && !code.contains(module), "{code}");
        let whole = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            of_embedded(module, "pi", &names, false)
        };
        assert_eq!(whole(&["VERSION"]), "pith:js/host/pi-coding-agent/paths.js");
        assert!(of(&["VERSION"], true).contains(module) && of(&["VERSION", "default"], false).contains(module));
    }
}
