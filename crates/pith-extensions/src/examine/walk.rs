//! Walks one file: follows `pi`, `ctx` and `ctx.ui` to their uses, and what came from modules of Node to its calls.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use oxc_ast::ast::{
    Argument, BindingPattern, BindingProperty, CallExpression, ConditionalExpression, ExportDefaultDeclarationKind,
    Expression, FormalParameter, FormalParameters, IfStatement, ImportDeclaration, ImportDeclarationSpecifier,
    ImportExpression, LogicalExpression, NewExpression, ObjectExpression, ObjectPropertyKind, Program, Statement,
    StaticMemberExpression, TSType, TSTypeName, UnaryExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::GetSpan as _;
use oxc_syntax::symbol::SymbolId;

use super::surface::{State, look_up};
use super::{Examined, Finding, Needed, imports, rights, spot};
use crate::modules::{Packages, file_of};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Role {
    Pi,
    Context,
    Ui,
}

impl Role {
    fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Pi => &["pi"],
            Self::Context => &["ctx", "command ctx", "tool ctx"],
            Self::Ui => &["ctx.ui"],
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Pi => "pi",
            Self::Context => "ctx",
            Self::Ui => "ctx.ui",
        }
    }

    fn of_type(annotation: &TSType<'_>) -> Option<Self> {
        let TSType::TSTypeReference(reference) = annotation else { return None };
        let TSTypeName::IdentifierReference(name) = &reference.type_name else { return None };
        match name.name.as_str() {
            "ExtensionAPI" => Some(Self::Pi),
            "ExtensionContext" | "ExtensionCommandContext" => Some(Self::Context),
            "ExtensionUIContext" => Some(Self::Ui),
            _ => None,
        }
    }
}

/// What was imported under a name: a module, or a member of one.
type Borrowed = (String, Option<String>);

pub(super) struct Walk<'s> {
    path: &'s Path,
    source: &'s str,
    scoping: &'s Scoping,
    roles: HashMap<SymbolId, Role>,
    borrowed: HashMap<SymbolId, Borrowed>,
    /// Members that there are not, with their places.
    unknown: Vec<(Role, String, u32)>,
    /// Members that the file looks for before it uses them.
    tested: HashSet<(Role, String)>,
    findings: Vec<(u32, bool, String)>,
    rights: Vec<(u32, &'static str, Option<String>)>,
    files: Vec<PathBuf>,
}

impl<'s> Walk<'s> {
    pub(super) fn new(path: &'s Path, source: &'s str, scoping: &'s Scoping) -> Self {
        Self {
            path,
            source,
            scoping,
            roles: HashMap::new(),
            borrowed: HashMap::new(),
            unknown: Vec::new(),
            tested: HashSet::new(),
            findings: Vec::new(),
            rights: Vec::new(),
            files: Vec::new(),
        }
    }

    /// The first parameter of what the file exports by default is `pi`, whatever it is called.
    pub(super) fn note_factory(&mut self, program: &Program<'_>) {
        let exported = program.body.iter().find_map(|statement| match statement {
            Statement::ExportDefaultDeclaration(export) => Some(&export.declaration),
            _ => None,
        });
        match exported {
            Some(ExportDefaultDeclarationKind::FunctionDeclaration(function)) => {
                self.give(&function.params, 0, Role::Pi)
            }
            Some(other) => {
                let Some(expression) = other.as_expression() else { return };
                match expression.get_inner_expression() {
                    Expression::Identifier(name) => self.note_named_factory(program, name.name.as_str()),
                    function => self.give_function(function, 0, Role::Pi),
                }
            }
            None => {}
        }
    }

    fn note_named_factory(&mut self, program: &Program<'_>, name: &str) {
        for statement in &program.body {
            match statement {
                Statement::FunctionDeclaration(function) if function.name().is_some_and(|own| own == name) => {
                    self.give(&function.params, 0, Role::Pi);
                }
                Statement::VariableDeclaration(declaration) => {
                    for one in &declaration.declarations {
                        let is_it = one.id.get_identifier_name().is_some_and(|own| own == name);
                        if let Some(init) = one.init.as_ref().filter(|_| is_it) {
                            self.give_function(init.get_inner_expression(), 0, Role::Pi);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// What was found, in the order of the text; gives the files that are imported.
    pub(super) fn finish(mut self, examined: &mut Examined) -> Vec<PathBuf> {
        for (role, name, at) in std::mem::take(&mut self.unknown) {
            if self.tested.contains(&(role, name.clone())) {
                continue;
            }
            let of = role.words();
            let near = look_up(role.kinds(), &name).err().flatten();
            let meant = near.map(|near| format!("; did you mean `{of}.{near}`?")).unwrap_or_default();
            self.findings.push((at, true, format!("there is no `{of}.{name}`{meant}")));
        }
        self.findings.sort();
        self.rights.sort();
        self.rights.dedup();
        let place = |at| spot(self.path, self.source, at);
        let found = self.findings.into_iter();
        examined.findings.extend(found.map(|(at, wrong, message)| Finding { spot: place(at), wrong, message }));
        let needed = self.rights.into_iter();
        examined.rights.extend(needed.map(|(at, kind, object)| Needed { spot: place(at), kind, object }));
        self.files
    }

    /// The extension's own file that a specifier means.
    fn own_file(&self, specifier: &str) -> Option<PathBuf> {
        file_of(&Packages::default(), self.path, specifier)
    }

    fn give_function(&mut self, function: &Expression<'_>, at: usize, role: Role) {
        match function {
            Expression::ArrowFunctionExpression(function) => self.give(&function.params, at, role),
            Expression::FunctionExpression(function) => self.give(&function.params, at, role),
            _ => {}
        }
    }

    fn give(&mut self, params: &FormalParameters<'_>, at: usize, role: Role) {
        if let Some(param) = params.items.get(at) {
            self.bind(&param.pattern, role);
        }
    }

    fn bind(&mut self, pattern: &BindingPattern<'_>, role: Role) {
        match pattern {
            BindingPattern::BindingIdentifier(name) => {
                if let Some(symbol) = name.symbol_id.get() {
                    self.roles.insert(symbol, role);
                }
            }
            BindingPattern::ObjectPattern(parts) => parts.properties.iter().for_each(|part| self.bind_part(part, role)),
            BindingPattern::AssignmentPattern(pattern) => self.bind(&pattern.left, role),
            BindingPattern::ArrayPattern(_) => {}
        }
    }

    fn bind_part(&mut self, part: &BindingProperty<'_>, role: Role) {
        let Some(name) = part.key.static_name() else { return };
        // One that has a value for its absence knows what it does.
        if !matches!(part.value, BindingPattern::AssignmentPattern(_)) {
            self.member(role, &name, part.span.start);
        }
        if role == Role::Context && name == "ui" {
            self.bind(&part.value, Role::Ui);
        }
    }

    fn symbol(&self, expression: &Expression<'_>) -> Option<SymbolId> {
        let Expression::Identifier(name) = expression.get_inner_expression() else { return None };
        self.scoping.get_reference(name.reference_id.get()?).symbol_id()
    }

    fn role(&self, expression: &Expression<'_>) -> Option<Role> {
        match expression.get_inner_expression() {
            Expression::StaticMemberExpression(member) => {
                let of = self.role(&member.object)?;
                (of == Role::Context && member.property.name == "ui").then_some(Role::Ui)
            }
            other => self.roles.get(&self.symbol(other)?).copied(),
        }
    }

    fn member(&mut self, role: Role, name: &str, at: u32) {
        match look_up(role.kinds(), name) {
            Ok(State::Done) => {}
            Ok(State::Partial(reason)) => {
                self.findings.push((at, false, format!("`{}.{name}`: {reason}", role.words())));
            }
            Ok(State::Absent(_)) | Err(_) => self.unknown.push((role, name.to_owned(), at)),
        }
    }

    /// A member that is looked for is used only where it is.
    fn note_tested(&mut self, expression: &Expression<'_>) {
        match expression.get_inner_expression() {
            Expression::StaticMemberExpression(member) => {
                if let Some(role) = self.role(&member.object) {
                    self.tested.insert((role, member.property.name.to_string()));
                }
            }
            Expression::UnaryExpression(unary) => self.note_tested(&unary.argument),
            _ => {}
        }
    }

    fn event(&mut self, name: &str, at: u32) {
        match look_up(&["event"], name) {
            Ok(State::Done) => {}
            Ok(State::Partial(reason) | State::Absent(reason)) => {
                self.findings.push((at, false, format!("the event `{name}`: {reason}")));
            }
            Err(near) => {
                let meant = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                self.findings.push((
                    at,
                    true,
                    format!("there is no event `{name}`, so its handler is never called{meant}"),
                ));
            }
        }
    }

    /// What a call of `pi` says of what it is given.
    fn call_of_pi(&mut self, name: &str, call: &CallExpression<'_>) {
        let argument =
            |at: usize| call.arguments.get(at).and_then(Argument::as_expression).map(|one| one.get_inner_expression());
        match name {
            "on" => {
                if let Some(Expression::StringLiteral(event)) = argument(0) {
                    self.event(event.value.as_str(), event.span.start);
                }
                if let Some(handler) = argument(1) {
                    self.give_function(handler, 1, Role::Context);
                }
            }
            "registerCommand" => self.give_property(argument(1), "handler", 1),
            "registerShortcut" => self.give_property(argument(1), "handler", 0),
            "registerTool" => self.give_property(argument(0), "execute", 4),
            "exec" => self.need("run", rights::Argument::Whole, (call.span.start, &call.arguments)),
            _ => {}
        }
    }

    fn give_property(&mut self, object: Option<&Expression<'_>>, name: &str, at: usize) {
        if let Some(Expression::ObjectExpression(object)) = object
            && let Some(function) = property(object, name)
        {
            self.give_function(function.get_inner_expression(), at, Role::Context);
        }
    }

    fn need(&mut self, kind: &'static str, how: rights::Argument, (start, arguments): (u32, &[Argument<'_>])) {
        let first = arguments.first().and_then(Argument::as_expression).map(|one| one.get_inner_expression());
        let object = match first {
            Some(Expression::StringLiteral(text)) => how.object(text.value.as_str(), true),
            Some(Expression::TemplateLiteral(text)) => {
                let begin = text.quasis.first().map(|part| part.value.raw.as_str()).unwrap_or_default();
                how.object(begin, text.expressions.is_empty())
            }
            _ => None,
        };
        self.rights.push((start, kind, object));
    }

    /// The module and member that a callee stands for.
    fn callee(&self, callee: &Expression<'_>) -> Option<(String, String)> {
        match callee.get_inner_expression() {
            Expression::StaticMemberExpression(member) => {
                let name = member.property.name.to_string();
                if let Expression::StaticMemberExpression(inner) = member.object.get_inner_expression() {
                    let (module, _) = self.borrowed.get(&self.symbol(&inner.object)?)?;
                    return (inner.property.name == "promises").then(|| (module.clone(), name));
                }
                let (module, own) = self.borrowed.get(&self.symbol(&member.object)?)?;
                match own.as_deref() {
                    None | Some("default" | "promises") => Some((module.clone(), name)),
                    Some(_) => None,
                }
            }
            other => match self.borrowed.get(&self.symbol(other)?)? {
                (module, Some(name)) => Some((module.clone(), name.clone())),
                _ => None,
            },
        }
    }

    /// Whether an expression is the variables of the environment.
    fn is_environment(&self, expression: &Expression<'_>) -> bool {
        let Expression::StaticMemberExpression(member) = expression.get_inner_expression() else { return false };
        let Expression::Identifier(object) = member.object.get_inner_expression() else { return false };
        let own = self.symbol(&member.object);
        let is_process = own.map_or(object.name == "process", |symbol| {
            self.borrowed.get(&symbol).is_some_and(|(module, _)| module == "process")
        });
        member.property.name == "env" && is_process
    }
}

fn property<'o, 'a>(object: &'o ObjectExpression<'a>, name: &str) -> Option<&'o Expression<'a>> {
    object.properties.iter().find_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(property) if property.key.static_name().is_some_and(|key| key == name) => {
            Some(&property.value)
        }
        _ => None,
    })
}

impl<'a> Visit<'a> for Walk<'_> {
    fn visit_import_declaration(&mut self, declaration: &ImportDeclaration<'a>) {
        let specifier = declaration.source.value.as_str();
        if declaration.import_kind.is_type() {
            return;
        }
        self.files.extend(self.own_file(specifier));
        if let Some(doubt) = imports::doubt_module(specifier) {
            self.findings.push((declaration.span.start, false, doubt));
        }
        let module = specifier.strip_prefix("node:").unwrap_or(specifier);
        for one in declaration.specifiers.iter().flatten() {
            let (local, name) = match one {
                ImportDeclarationSpecifier::ImportSpecifier(one) if one.import_kind.is_type() => continue,
                ImportDeclarationSpecifier::ImportSpecifier(one) => (&one.local, Some(one.imported.name().to_string())),
                ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => (&one.local, Some("default".to_owned())),
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => (&one.local, None),
            };
            let Some(symbol) = local.symbol_id.get() else { continue };
            // Types may be imported as if they were values.
            let is_value = self.scoping.get_resolved_references(symbol).any(|reference| reference.is_value());
            if let Some(name) = name.as_deref().filter(|_| is_value)
                && let Some((doubt, wrong)) = imports::doubt(specifier, name)
            {
                self.findings.push((one.span().start, wrong, doubt));
            }
            self.borrowed.insert(symbol, (module.to_owned(), name));
        }
    }

    fn visit_export_from_declaration(&mut self, declaration: &oxc_ast::ast::ExportFromDeclaration<'a>) {
        if !declaration.export_kind.is_type() {
            self.files.extend(self.own_file(declaration.source.value.as_str()));
        }
    }

    fn visit_export_all_declaration(&mut self, declaration: &oxc_ast::ast::ExportAllDeclaration<'a>) {
        self.files.extend(self.own_file(declaration.source.value.as_str()));
    }

    fn visit_import_expression(&mut self, import: &ImportExpression<'a>) {
        if let Expression::StringLiteral(specifier) = &import.source {
            self.files.extend(self.own_file(specifier.value.as_str()));
        }
        walk::walk_import_expression(self, import);
    }

    fn visit_formal_parameter(&mut self, param: &FormalParameter<'a>) {
        if let Some(role) = param.type_annotation.as_ref().and_then(|of| Role::of_type(&of.type_annotation)) {
            self.bind(&param.pattern, role);
        }
        walk::walk_formal_parameter(self, param);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let Some(init) = &declarator.init {
            if let Some(role) = self.role(init) {
                self.bind(&declarator.id, role);
            }
            if self.is_environment(init)
                && let BindingPattern::ObjectPattern(parts) = &declarator.id
            {
                for part in &parts.properties {
                    let name = part.key.static_name().map(|name| name.into_owned());
                    self.rights.push((part.span.start, "env", name));
                }
            }
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        if let Some(role) = self.role(&member.object) {
            self.member(role, member.property.name.as_str(), member.property.span.start);
        }
        if self.is_environment(&member.object) {
            self.rights.push((member.span.start, "env", Some(member.property.name.to_string())));
        }
        walk::walk_static_member_expression(self, member);
    }

    fn visit_computed_member_expression(&mut self, member: &oxc_ast::ast::ComputedMemberExpression<'a>) {
        if self.is_environment(&member.object) {
            let name = match &member.expression {
                Expression::StringLiteral(name) => Some(name.value.to_string()),
                _ => None,
            };
            self.rights.push((member.span.start, "env", name));
        }
        walk::walk_computed_member_expression(self, member);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if call.optional {
            self.note_tested(&call.callee);
        }
        if let Expression::StaticMemberExpression(member) = call.callee.get_inner_expression()
            && self.role(&member.object) == Some(Role::Pi)
        {
            self.call_of_pi(member.property.name.as_str(), call);
        }
        let is_fetch = matches!(call.callee.get_inner_expression(), Expression::Identifier(name) if name.name == "fetch")
            && self.symbol(&call.callee).is_none();
        let needed = match self.callee(&call.callee) {
            Some((module, member)) => rights::of_member(&module, &member),
            None => is_fetch.then_some(("reach", rights::Argument::Address)),
        };
        if let Some((kind, how)) = needed {
            self.need(kind, how, (call.span.start, &call.arguments));
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_new_expression(&mut self, made: &NewExpression<'a>) {
        let is_socket = matches!(made.callee.get_inner_expression(), Expression::Identifier(name) if name.name == "WebSocket")
            && self.symbol(&made.callee).is_none();
        if is_socket {
            self.need("reach", rights::Argument::Address, (made.span.start, &made.arguments));
        }
        walk::walk_new_expression(self, made);
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        if unary.operator.is_typeof() {
            self.note_tested(&unary.argument);
        }
        walk::walk_unary_expression(self, unary);
    }

    fn visit_if_statement(&mut self, statement: &IfStatement<'a>) {
        self.note_tested(&statement.test);
        walk::walk_if_statement(self, statement);
    }

    fn visit_conditional_expression(&mut self, expression: &ConditionalExpression<'a>) {
        self.note_tested(&expression.test);
        walk::walk_conditional_expression(self, expression);
    }

    fn visit_logical_expression(&mut self, expression: &LogicalExpression<'a>) {
        self.note_tested(&expression.left);
        walk::walk_logical_expression(self, expression);
    }
}
