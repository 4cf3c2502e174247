//! Files that may be evaluated later than they are imported, since nobody can tell: what runs when they are evaluated
//! changes nothing, and makes the same of it whenever it runs.
//!
//! Whether something changes anything is known by rules that programs which bundle JavaScript use to leave out what nobody
//! needs. Here it must not read what may change either: the environment, the global object, a value of another file.

use std::collections::HashMap;

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, ArrowFunctionExpression, AssignmentOperator, AssignmentTarget, BindingIdentifier,
    BindingPattern, CallExpression, Declaration, ExportDefaultDeclarationKind, Expression, Function,
    IdentifierReference, ImportDeclarationSpecifier, ModuleExportName, Program, Statement, StaticMemberExpression,
    VariableDeclaration, VariableDeclarationKind, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_ecmascript::{
    GlobalContext, ValueType,
    side_effects::{MayHaveSideEffects as _, MayHaveSideEffectsContext, PropertyReadSideEffects},
};
use oxc_semantic::{Scoping, SymbolId};
use oxc_syntax::{reference::ReferenceId, scope::ScopeFlags};

use super::embedded::builtin;

/// What stands for a name that is imported.
pub(super) struct Import<'a> {
    pub(super) specifier: &'a str,
    /// What it is there; nothing for all of it.
    pub(super) name: Option<&'a str>,
}

/// What a program imports, by the symbols of its own names.
pub(super) fn imported<'a>(program: &Program<'a>) -> HashMap<SymbolId, Import<'a>> {
    let mut all = HashMap::new();
    for statement in &program.body {
        let Statement::ImportDeclaration(import) = statement else { continue };
        let specifier = import.source.value.as_str();
        for of in import.specifiers.iter().flatten() {
            let (local, name) = match of {
                ImportDeclarationSpecifier::ImportSpecifier(of) => (&of.local, Some(name_of(&of.imported))),
                ImportDeclarationSpecifier::ImportDefaultSpecifier(of) => (&of.local, Some("default")),
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(of) => (&of.local, None),
            };
            if let Some(symbol) = local.symbol_id.get() {
                all.insert(symbol, Import { specifier, name });
            }
        }
    }
    all
}

fn name_of<'a>(name: &ModuleExportName<'a>) -> &'a str {
    match name {
        ModuleExportName::IdentifierName(name) => name.name.as_str(),
        ModuleExportName::IdentifierReference(name) => name.name.as_str(),
        ModuleExportName::StringLiteral(name) => name.value.as_str(),
    }
}

/// What a program names where it is evaluated at once, outside every function.
pub(super) struct AtOnce<'s> {
    scoping: &'s Scoping,
    pub(super) symbols: Vec<SymbolId>,
    /// What it requires, in its order.
    pub(super) requires: Vec<String>,
    /// Whether it names something global that may change.
    changing: bool,
}

/// Of `process`, what stays as it is.
const STAYS: [&str; 9] = ["platform", "arch", "version", "versions", "pid", "ppid", "execPath", "argv0", "hrtime"];

impl<'s> AtOnce<'s> {
    pub(super) fn of(program: &Program<'_>, scoping: &'s Scoping) -> Self {
        let mut found = Self { scoping, symbols: Vec::new(), requires: Vec::new(), changing: false };
        found.visit_program(program);
        found
    }

    fn symbol(&self, name: &IdentifierReference<'_>) -> Option<SymbolId> {
        self.scoping.get_reference(name.reference_id.get()?).symbol_id()
    }
}

impl<'a> Visit<'a> for AtOnce<'_> {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        let is_process = matches!(&member.object, Expression::Identifier(name) if name.name == "process");
        if !(is_process && STAYS.contains(&member.property.name.as_str())) {
            walk::walk_static_member_expression(self, member);
        }
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if let Some(specifier) = required(call) {
            self.requires.push(specifier.to_owned());
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        match self.symbol(name) {
            Some(symbol) => self.symbols.push(symbol),
            None => {
                self.changing |=
                    matches!(name.name.as_str(), "process" | "globalThis" | "global" | "eval" | "Date" | "performance")
            }
        }
    }
}

/// What of other files a program, without types, reads when it is evaluated, as specifier and name; nothing when it is not
/// quiet whatever that is.
pub(super) fn quiet(
    program: &Program<'_>,
    imports: &HashMap<SymbolId, Import<'_>>,
    at_once: &AtOnce<'_>,
) -> Option<Vec<(String, String)>> {
    let rules = Rules { imports, at_once };
    if at_once.changing || !program.body.iter().all(|part| rules.allow(part)) {
        return None;
    }
    let reads = at_once.symbols.iter().filter_map(|symbol| imports.get(symbol));
    let reads = reads.filter(|import| builtin(import.specifier).is_none() && !describes(import.specifier));
    reads.map(|import| Some((import.specifier.to_owned(), import.name?.to_owned()))).collect()
}

/// What a CommonJS file requires when it is evaluated, if it is quiet. What it takes of other packages at once is not known
/// to stay as it is; what it takes of its own is, as far as those files are quiet too.
pub(super) fn quiet_common(program: &Program<'_>, scoping: &Scoping) -> Option<Vec<String>> {
    let (imports, at_once) = (HashMap::new(), AtOnce::of(program, scoping));
    let rules = Rules { imports: &imports, at_once: &at_once };
    if at_once.changing || !program.body.iter().all(|part| rules.allow(part)) {
        return None;
    }
    let foreign = |of: &VariableDeclarator<'_>| {
        let BindingPattern::BindingIdentifier(id) = &of.id else { return true };
        let Some(Expression::CallExpression(call)) = &of.init else { return false };
        let is_foreign = required(call).is_some_and(|from| !from.starts_with('.') && builtin(from).is_none());
        is_foreign && id.symbol_id.get().is_none_or(|symbol| at_once.symbols.contains(&symbol))
    };
    let takes = program.body.iter().any(|part| match part {
        Statement::VariableDeclaration(variables) => variables.declarations.iter().any(foreign),
        _ => false,
    });
    (!takes).then_some(at_once.requires)
}

/// What a call requires.
fn required<'e>(call: &'e CallExpression<'_>) -> Option<&'e str> {
    match (&call.callee, call.arguments.as_slice()) {
        (Expression::Identifier(name), [Argument::StringLiteral(specifier)]) if name.name == "require" => {
            Some(specifier.value.as_str())
        }
        _ => None,
    }
}

/// The names of what a program exports that stay as they are, in the order of the alphabet: functions, classes, and values
/// that cannot be changed.
pub(super) fn steady(program: &Program<'_>, scoping: &Scoping) -> Vec<String> {
    let (imports, nothing) =
        (imported(program), AtOnce { scoping, symbols: Vec::new(), requires: Vec::new(), changing: false });
    let rules = Rules { imports: &imports, at_once: &nothing };
    let mut names = Vec::new();
    let mut note = |id: &BindingIdentifier<'_>| {
        if id.symbol_id.get().is_some_and(|symbol| !scoping.symbol_is_mutated(symbol)) {
            names.push(id.name.to_string());
        }
    };
    for statement in &program.body {
        let Statement::ExportDeclaration(export) = statement else { continue };
        match &export.declaration {
            Declaration::FunctionDeclaration(function) => function.id.iter().for_each(&mut note),
            Declaration::ClassDeclaration(class) => class.id.iter().for_each(&mut note),
            Declaration::VariableDeclaration(variables) => {
                for variable in &variables.declarations {
                    if let (BindingPattern::BindingIdentifier(id), Some(value)) = (&variable.id, &variable.init)
                        && rules.cannot_change(value)
                    {
                        note(id);
                    }
                }
            }
            _ => {}
        }
    }
    names.sort_unstable();
    names
}

struct Rules<'s> {
    imports: &'s HashMap<SymbolId, Import<'s>>,
    at_once: &'s AtOnce<'s>,
}

impl Rules<'_> {
    fn allow(&self, statement: &Statement<'_>) -> bool {
        match statement {
            Statement::ImportDeclaration(_)
            | Statement::ExportAllDeclaration(_)
            | Statement::ExportFromDeclaration(_)
            | Statement::ExportNamedDeclaration(_) => true,
            Statement::ExportDeclaration(export) => match &export.declaration {
                Declaration::VariableDeclaration(variables) => self.allow_all(variables),
                other => !other.may_have_side_effects(self),
            },
            Statement::ExportDefaultDeclaration(export) => match &export.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(_) => true,
                ExportDefaultDeclarationKind::ClassDeclaration(class) => !class.may_have_side_effects(self),
                other => other.as_expression().is_some_and(|value| !value.may_have_side_effects(self)),
            },
            Statement::VariableDeclaration(variables) => self.allow_all(variables),
            Statement::ExpressionStatement(statement) => self.allow_step(&statement.expression),
            other => !other.may_have_side_effects(self),
        }
    }

    fn allow_all(&self, variables: &VariableDeclaration<'_>) -> bool {
        let allowed = |of: &VariableDeclarator<'_>| {
            !of.id.may_have_side_effects(self) && of.init.as_ref().is_none_or(|value| self.allow_value(value))
        };
        variables.kind != VariableDeclarationKind::AwaitUsing
            && variables.kind != VariableDeclarationKind::Using
            && variables.declarations.iter().all(allowed)
    }

    /// A step of a CommonJS file that exports something, or one that adds to a function or class of its own.
    fn allow_step(&self, step: &Expression<'_>) -> bool {
        match step {
            Expression::AssignmentExpression(step) if step.operator == AssignmentOperator::Assign => {
                let is_own = match &step.left {
                    AssignmentTarget::StaticMemberExpression(member) => match &member.object {
                        Expression::Identifier(object) => match self.at_once.symbol(object) {
                            Some(symbol) => self.is_made_here(symbol),
                            None => matches!(object.name.as_str(), "exports" | "module"),
                        },
                        Expression::StaticMemberExpression(object) => {
                            object.property.name == "exports"
                                && matches!(&object.object, Expression::Identifier(name)
                                    if name.name == "module" && self.at_once.symbol(name).is_none())
                        }
                        _ => false,
                    },
                    _ => false,
                };
                is_own && self.allow_step(&step.right)
            }
            Expression::CallExpression(call) => match (&call.callee, call.arguments.as_slice()) {
                (Expression::StaticMemberExpression(member), [Argument::Identifier(of), rest @ ..])
                    if member.property.name == "defineProperty" && of.name == "exports" =>
                {
                    rest.iter().all(|value| value.as_expression().is_some_and(|value| self.allow_value(value)))
                }
                _ => self.allow_value(step),
            },
            other => self.allow_value(other),
        }
    }

    /// Whether a name is that of a function or class of the file.
    fn is_made_here(&self, symbol: SymbolId) -> bool {
        let flags = self.at_once.scoping.symbol_flags(symbol);
        flags.is_function() || flags.is_class()
    }

    /// Like the rules, and lists may be made of other lists.
    fn allow_value(&self, value: &Expression<'_>) -> bool {
        match value {
            Expression::ArrayExpression(list) => list.elements.iter().all(|element| match element {
                ArrayExpressionElement::SpreadElement(spread) => self.allow_value(&spread.argument),
                ArrayExpressionElement::Elision(_) => true,
                other => other.as_expression().is_some_and(|value| self.allow_value(value)),
            }),
            Expression::LogicalExpression(both) => self.allow_value(&both.left) && self.allow_value(&both.right),
            Expression::ParenthesizedExpression(inner) => self.allow_value(&inner.expression),
            Expression::ThisExpression(_) => true,
            Expression::StaticMemberExpression(member) => self.allow_value(&member.object),
            Expression::NewExpression(made) if self.manual_pure_functions(&made.callee) => {
                made.arguments.iter().all(|value| value.as_expression().is_some_and(|value| self.allow_value(value)))
            }
            other => !other.may_have_side_effects(self),
        }
    }

    /// Whether a call is one of a chain of a library that describes data: `z.string().optional()`.
    fn describes(&self, callee: &Expression<'_>) -> bool {
        match callee {
            Expression::StaticMemberExpression(member) => match &member.object {
                Expression::CallExpression(call) => self.describes(&call.callee),
                _ => self.named(callee).is_some_and(|(specifier, _)| describes(specifier)),
            },
            _ => false,
        }
    }

    /// Whether a value, with its types, is one that cannot be changed: a text, a number, a function, or what is said to be
    /// constant.
    fn cannot_change(&self, value: &Expression<'_>) -> bool {
        match value {
            Expression::TSAsExpression(value) => {
                value.type_annotation.is_const_type_reference() || self.cannot_change(&value.expression)
            }
            Expression::TSSatisfiesExpression(value) => self.cannot_change(&value.expression),
            Expression::ParenthesizedExpression(value) => self.cannot_change(&value.expression),
            Expression::BinaryExpression(value) => self.cannot_change(&value.left) && self.cannot_change(&value.right),
            Expression::ConditionalExpression(value) => {
                self.cannot_change(&value.consequent) && self.cannot_change(&value.alternate)
            }
            Expression::CallExpression(call) => {
                let of_paths = |(specifier, _): (&str, _)| matches!(specifier, "path" | "node:path");
                self.named(&call.callee).is_some_and(of_paths)
                    || matches!(&call.callee, Expression::StaticMemberExpression(member)
                        if matches!(member.object, Expression::ArrayExpression(_)) && member.property.name == "join")
            }
            Expression::StringLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::BigIntLiteral(_)
            | Expression::TemplateLiteral(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::FunctionExpression(_)
            | Expression::ClassExpression(_) => true,
            _ => false,
        }
    }

    /// A function of ours that a callee names: its module, and its name there.
    fn named<'e>(&'e self, callee: &'e Expression<'_>) -> Option<(&'e str, &'e str)> {
        let import = |name: &IdentifierReference<'_>| self.imports.get(&self.at_once.symbol(name)?);
        let (import, member) = match callee {
            Expression::Identifier(name) => (import(name)?, None),
            Expression::StaticMemberExpression(member) => match &member.object {
                Expression::Identifier(name) => (import(name)?, Some(member.property.name.as_str())),
                _ => return None,
            },
            _ => return None,
        };
        let name = match (import.name, member) {
            (None | Some("default"), Some(member)) => member,
            (Some(name), _) => name,
            (None, None) => return None,
        };
        Some((import.specifier, name))
    }
}

/// Libraries that describe data: what they make changes nothing, and is always the same.
fn describes(specifier: &str) -> bool {
    matches!(specifier, "zod" | "zod/v3" | "zod/v4" | "zod/mini" | "typebox" | "@sinclair/typebox")
}

/// Functions of known modules which change nothing, and say the same each time.
fn changes_nothing(specifier: &str, name: &str) -> bool {
    match specifier.strip_prefix("node:").unwrap_or(specifier) {
        "path" | "path/posix" => true,
        "url" => matches!(name, "fileURLToPath" | "pathToFileURL"),
        "os" => matches!(name, "homedir" | "tmpdir" | "platform" | "arch" | "type"),
        "util" => matches!(name, "promisify" | "debuglog"),
        "module" => name == "createRequire",
        "async_hooks" => name == "AsyncLocalStorage",
        _ if describes(specifier) => true,
        "@earendil-works/pi-ai" | "@mariozechner/pi-ai" => name == "StringEnum",
        "@earendil-works/pi-tui" | "@mariozechner/pi-tui" => name == "Key",
        "@earendil-works/pi-coding-agent" | "@mariozechner/pi-coding-agent" => {
            matches!(name, "getAgentDir" | "defineTool")
        }
        _ => false,
    }
}

/// Names that every file is given.
const GIVEN: [&str; 8] = ["process", "Buffer", "console", "require", "module", "exports", "__dirname", "__filename"];

/// What makes something out of values, and changes nothing.
const MAKERS: [&str; 9] =
    ["Set", "Map", "WeakSet", "WeakMap", "SharedArrayBuffer", "Int32Array", "Uint8Array", "AbortController", "Boolean"];

impl<'a> GlobalContext<'a> for Rules<'_> {
    fn is_global_reference(&self, name: &IdentifierReference<'a>) -> bool {
        self.at_once.symbol(name).is_none() && !GIVEN.contains(&name.name.as_str())
    }

    fn value_type_for_reference_id(&self, _: ReferenceId) -> Option<ValueType> {
        // That a text is made of a symbol is a fault that would be seen at once, and so is not there.
        Some(ValueType::String)
    }
}

impl<'a> MayHaveSideEffectsContext<'a> for Rules<'_> {
    fn annotations(&self) -> bool {
        true
    }

    fn manual_pure_functions(&self, callee: &Expression<'_>) -> bool {
        if let Some((specifier, name)) = self.named(callee) {
            return changes_nothing(specifier, name);
        }
        let global = |name: &IdentifierReference<'_>| self.at_once.symbol(name).is_none();
        let member = match callee {
            // Of lists of its own.
            Expression::Identifier(name) if global(name) => {
                return name.name == "require" || MAKERS.contains(&name.name.as_str());
            }
            Expression::StaticMemberExpression(member) => member,
            _ => return false,
        };
        let name = member.property.name.as_str();
        match &member.object {
            Expression::Identifier(object) if global(object) => match object.name.as_str() {
                "Object" => matches!(name, "freeze" | "keys" | "values" | "entries" | "fromEntries"),
                "Promise" => name == "resolve",
                "String" => name == "raw",
                "Buffer" => matches!(name, "from" | "alloc" | "byteLength"),
                "Intl" => true,
                _ => false,
            },
            Expression::CallExpression(call) => self.describes(&call.callee) && !call.may_have_side_effects(self),
            Expression::ArrayExpression(_) | Expression::TemplateLiteral(_) | Expression::StringLiteral(_) => {
                matches!(name, "join" | "trim" | "concat" | "repeat" | "slice" | "split")
                    && !member.object.may_have_side_effects(self)
            }
            _ => false,
        }
    }

    fn property_read_side_effects(&self) -> PropertyReadSideEffects {
        // What is read is its own, or a module of ours: values of other files are not read at all.
        PropertyReadSideEffects::None
    }

    fn unknown_global_side_effects(&self) -> bool {
        true
    }
}
