//! Modules that await something while they are evaluated, and those above them.
//!
//! The engine never settles an import of a module that awaits nothing itself and stands on one that did and is done. So
//! such a module is compiled as if it awaited something too.

use oxc_ast::ast::{ArrowFunctionExpression, AwaitExpression, ForOfStatement, Function, Program, VariableDeclaration};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;

/// What is put behind the code of a module that stands on one that awaits.
pub(super) const WAIT: &str = "\n;await 0;\n";

/// Whether a program awaits something outside every function.
pub(super) fn awaits(program: &Program<'_>) -> bool {
    let mut search = Search(false);
    search.visit_program(program);
    search.0
}

struct Search(bool);

impl<'a> Visit<'a> for Search {
    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.0 = true;
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        self.0 |= statement.r#await;
        walk::walk_for_of_statement(self, statement);
    }

    fn visit_variable_declaration(&mut self, declaration: &VariableDeclaration<'a>) {
        self.0 |= declaration.kind.is_await();
        walk::walk_variable_declaration(self, declaration);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_parser::Parser;
    use oxc_span::SourceType;

    use super::*;

    fn check(source: &str) -> bool {
        let allocator = Allocator::default();
        awaits(&Parser::new(&allocator, source, SourceType::mjs()).parse().program)
    }

    #[test]
    fn only_what_stands_outside_functions_is_awaited_by_the_module() {
        assert!(check("const a = await b();"));
        assert!(check("if (x) { for await (const y of z) {} }"));
        assert!(check("class A { [await f()] = 1 }"));
        assert!(!check("async function f() { await g(); } const h = async () => await g();"));
        assert!(!check("class A { async m() { await this.n(); } }"));
    }
}
