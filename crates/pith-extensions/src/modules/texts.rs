//! The text of a function whose code is kept without it.
//!
//! The engine keeps with every function a copy of its text, and so of each function in it another one: several times the
//! file, only for the few who make a function into text. Kept code has none. Whoever asks gets it from the file, by the
//! place that the engine has of each function.
//!
//! That place is the last word or end of white space up to where a function begins, so two functions of one line without
//! spaces can have the same. In code that was printed by the compiler they cannot; other code keeps its texts.

use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionExpression, Class, ClassElement, Function, MethodDefinition, MethodDefinitionKind, ObjectProperty,
    PropertyKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::{ParseOptions, Parser};
use oxc_span::{GetSpan as _, SourceType, Span};
use oxc_syntax::scope::ScopeFlags;

use super::{bytecode::Source, compile::is_printed};

/// Whether the kept code of a file keeps the texts of its functions.
pub(super) fn kept(path: &Path) -> Source {
    if is_printed(path) { Source::LeftOut } else { Source::Kept }
}

/// The text of the function, or of the class, that has this place in a printed code, as the engine has it: the first that
/// comes there or behind. Lines count from one; columns in bytes, on the first line from zero and else from one. A function
/// begins where its text does; a method of a class where its parameters do; a class, whose function is its constructor,
/// where that does, or with its end.
pub(super) fn text_at(code: &str, module: bool, line: u32, column: u32) -> Option<&str> {
    let start = match line.checked_sub(2) {
        Some(before) => code.match_indices('\n').nth(before as usize)?.0 + 1,
        None => 0,
    };
    // The engine never says zero.
    let from_one = line > 1 || column == 1;
    let place = u32::try_from(start).ok()?.checked_add(column.checked_sub(from_one.into())?)?;
    let kind = if module { SourceType::mjs() } else { SourceType::cjs() };
    let allocator = Allocator::default();
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, code, kind).with_options(options).parse();
    let mut search = Search { code, place, found: None };
    search.visit_program(&parsed.program);
    let (_, Span { start, end, .. }) = search.found?;
    code.get(start as usize..end as usize)
}

struct Search<'s> {
    code: &'s str,
    place: u32,
    /// Where it begins, and its text.
    found: Option<(u32, Span)>,
}

impl Search<'_> {
    fn at(&mut self, place: u32, text: Span) {
        if self.place <= place && self.found.is_none_or(|(found, _)| place < found) {
            self.found = Some((place, text));
        }
    }

    /// Where a method's text begins: behind `static`.
    fn behind_static(&self, method: &MethodDefinition<'_>) -> u32 {
        let mut at = method.span.start as usize + "static".len();
        loop {
            let rest = self.code.get(at..).unwrap_or_default();
            let trimmed = rest.trim_start();
            let comment = match trimmed.get(..2) {
                Some("//") => trimmed.find('\n'),
                Some("/*") => trimmed.find("*/").map(|end| end + 2),
                _ => None,
            };
            at += rest.len() - trimmed.len() + comment.unwrap_or_default();
            if comment.is_none() {
                return u32::try_from(at).unwrap_or(method.span.start);
            }
        }
    }
}

impl<'a> Visit<'a> for Search<'_> {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        self.at(function.span.start, function.span);
        walk::walk_function(self, function, flags);
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        self.at(arrow.span.start, arrow.span);
        walk::walk_arrow_function_expression(self, arrow);
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        if property.method || property.kind != PropertyKind::Init {
            self.at(property.span.start, property.span);
        }
        walk::walk_object_property(self, property);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        let constructor = class.body.body.iter().find_map(|element| match element {
            ClassElement::MethodDefinition(method) if method.kind == MethodDefinitionKind::Constructor => Some(method),
            _ => None,
        });
        let place = constructor.map_or(class.span.end.saturating_sub(1), |method| method.value.span.start);
        self.at(place, class.span);
        walk::walk_class(self, class);
    }

    fn visit_method_definition(&mut self, method: &MethodDefinition<'a>) {
        let start = if method.r#static { self.behind_static(method) } else { method.span.start };
        self.at(method.value.span.start, Span::new(start, method.span().end));
        walk::walk_method_definition(self, method);
    }
}
