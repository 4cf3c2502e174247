//! Imports that are needed only when a function runs: they are written so that the file that is imported need not be there
//! before.
//!
//! `import { a } from "b"` with `a` in functions only becomes `import * as b0 from "late:b"`, and each `a` becomes
//! `(0, (b1 ??= import.meta.late(b0, "b")).a)`. An `import("b")` beside it stays what it is. Where the file is linked, as ever, `late` gives back what it was given;
//! where it was left out (`plan` knows when that cannot be told), `late` loads it.

use std::collections::{HashMap, HashSet};

use oxc_allocator::{Allocator, ArenaBox, ArenaVec};
use oxc_ast::{
    ast::{
        Argument, AssignmentOperator, AssignmentTarget, BindingIdentifier, Expression, IdentifierName,
        ImportDeclaration, ImportDeclarationSpecifier, ImportNamespaceSpecifier, ModuleExportName, NumberBase,
        ObjectProperty, Program, Statement, StringLiteral,
    },
    builder::AstBuilder,
};
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_semantic::{Scoping, SymbolId};
use oxc_span::Span;

use super::{
    embedded::builtin,
    quiet::{AtOnce, Import},
};

/// What names of ours begin with. A file that has such names itself is left as it is.
const PREFIX: &str = "$pith";

/// What stands in front of a specifier that is imported so.
pub(super) const MARK: &str = "late:";

/// What was made of a program.
#[derive(Default)]
pub(super) struct Late {
    /// What is only imported so.
    pub(super) specifiers: HashSet<String>,
    /// What is to stand in front of the code.
    pub(super) declared: String,
}

/// Writes the imports of a program that way, as far as they can be.
pub(super) fn write<'a>(
    allocator: &'a Allocator,
    program: &mut Program<'a>,
    imports: &HashMap<SymbolId, Import<'a>>,
    at_once: &AtOnce<'_>,
    scoping: &Scoping,
) -> Late {
    let source = program.source_text;
    if source.contains(PREFIX) || source.contains("eval(") {
        return Late::default();
    }
    let in_functions = |symbol: SymbolId| !at_once.symbols.contains(&symbol) && !scoping.symbol_is_mutated(symbol);
    let may_wait = |import: &ImportDeclaration<'a>| {
        let mut names = import.specifiers.iter().flatten().peekable();
        names.peek().is_some()
            && names.all(|of| is_plain(of) && local(of).symbol_id.get().is_some_and(in_functions))
            && import.phase.is_none()
            && import.with_clause.is_none()
            && builtin(import.source.value.as_str()).is_none()
    };
    // What is linked all the same is written as it is.
    let linked = program.body.iter().filter(|part| match part {
        Statement::ImportDeclaration(import) => !may_wait(import),
        _ => true,
    });
    let linked = linked.filter_map(|part| Some(part.as_module_declaration()?.source()?.value.as_str()));
    let linked: HashSet<&str> = linked.collect();
    let mut writer = Writer { builder: AstBuilder::new(allocator), scoping, names: HashMap::new() };
    let (mut late, mut count) = (HashSet::new(), 0usize);
    for statement in &mut program.body {
        let Statement::ImportDeclaration(import) = statement else { continue };
        let specifier = import.source.value.as_str();
        if linked.contains(specifier) {
            continue;
        }
        late.insert(specifier.to_owned());
        let whole: &str = allocator.alloc_str(&format!("{PREFIX}{count}"));
        let value: &str = allocator.alloc_str(&format!("{PREFIX}_{count}"));
        for symbol in import.specifiers.iter().flatten().filter_map(|of| local(of).symbol_id.get()) {
            if let Some(Import { name: of, .. }) = imports.get(&symbol) {
                writer.names.insert(symbol, Name { whole, value, specifier, of: *of });
            }
        }
        let local = BindingIdentifier::new(import.span, whole, &writer.builder);
        let all = ImportNamespaceSpecifier::boxed(import.span, local, &writer.builder);
        let all = ImportDeclarationSpecifier::ImportNamespaceSpecifier(all);
        import.specifiers = Some(ArenaVec::from_value_in(all, &allocator));
        let marked: &str = allocator.alloc_str(&format!("{MARK}{specifier}"));
        import.source = StringLiteral::new(import.source.span, marked, None, &writer.builder);
        count += 1;
    }
    if count == 0 {
        return Late::default();
    }
    writer.visit_program(program);
    let names: Vec<String> = (0..count).map(|number| format!("{PREFIX}_{number}")).collect();
    Late { specifiers: late, declared: format!("var {}; ", names.join(", ")) }
}

fn local<'s, 'a>(of: &'s ImportDeclarationSpecifier<'a>) -> &'s BindingIdentifier<'a> {
    match of {
        ImportDeclarationSpecifier::ImportSpecifier(of) => &of.local,
        ImportDeclarationSpecifier::ImportDefaultSpecifier(of) => &of.local,
        ImportDeclarationSpecifier::ImportNamespaceSpecifier(of) => &of.local,
    }
}

/// Whether the name that is imported can stand behind a point.
fn is_plain(of: &ImportDeclarationSpecifier<'_>) -> bool {
    !matches!(of, ImportDeclarationSpecifier::ImportSpecifier(of) if matches!(of.imported, ModuleExportName::StringLiteral(_)))
}

/// What is written for a name that is imported.
#[derive(Clone, Copy)]
struct Name<'a> {
    /// The namespace as it was linked.
    whole: &'a str,
    /// The namespace as it is used.
    value: &'a str,
    specifier: &'a str,
    of: Option<&'a str>,
}

struct Writer<'a, 's> {
    builder: AstBuilder<'a>,
    scoping: &'s Scoping,
    names: HashMap<SymbolId, Name<'a>>,
}

impl<'a> Writer<'a, '_> {
    fn name(&self, value: &Expression<'a>) -> Option<(Span, Name<'a>)> {
        let Expression::Identifier(name) = value else { return None };
        let symbol = self.scoping.get_reference(name.reference_id.get()?).symbol_id()?;
        Some((name.span, *self.names.get(&symbol)?))
    }

    /// `(value ??= import.meta.late(whole, specifier))`, and what is asked for of it.
    fn written(&self, span: Span, name: Name<'a>) -> Expression<'a> {
        let build = &self.builder;
        let meta = Expression::new_import_meta(span, build);
        let late = IdentifierName::new(span, "late", build);
        let late = Expression::new_static_member_expression(span, meta, late, false, build);
        let arguments = [
            Argument::new_identifier(span, name.whole, build),
            Argument::new_string_literal(span, name.specifier, None, build),
        ];
        let call = Expression::new_call_expression(
            span,
            late,
            None::<ArenaBox<'a, _>>,
            ArenaVec::from_array_in(arguments, build),
            false,
            build,
        );
        let target = AssignmentTarget::new_assignment_target_identifier(span, name.value, build);
        let whole =
            Expression::new_assignment_expression(span, AssignmentOperator::LogicalNullish, target, call, build);
        let Some(of) = name.of else { return whole };
        let of = IdentifierName::new(span, of, build);
        let value = Expression::new_static_member_expression(span, whole, of, false, build);
        // Called as a function, and not as a method of what it is exported by.
        let zero = Expression::new_numeric_literal(span, 0.0, None, NumberBase::Decimal, build);
        Expression::new_sequence_expression(span, ArenaVec::from_array_in([zero, value], build), build)
    }
}

impl<'a> VisitMut<'a> for Writer<'a, '_> {
    fn visit_expression(&mut self, value: &mut Expression<'a>) {
        match self.name(value) {
            Some((span, name)) => *value = self.written(span, name),
            None => walk_mut::walk_expression(self, value),
        }
    }

    fn visit_object_property(&mut self, property: &mut ObjectProperty<'a>) {
        walk_mut::walk_object_property(self, property);
        property.shorthand &= matches!(property.value, Expression::Identifier(_));
    }
}
