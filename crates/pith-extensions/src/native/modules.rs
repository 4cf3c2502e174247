//! What `require` is made of: resolving, compiling and evaluating by path.

use std::{path::Path, rc::Rc};

use rquickjs::{Ctx, Exception, Function, Object};

use crate::{
    modules::{Asked, FileKind, Target, common_function, evaluate, text_of},
    runtime::Realm,
};

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    let graph = Rc::clone(realm);
    let resolve = move |ctx: Ctx<'js>, importer: String, specifier: String| {
        let target = graph.graph.target(&importer, &specifier, Asked::ByRequire);
        let found = target.map_err(|words| not_found(&ctx, &words))?;
        let (kind, name) = match found {
            Target::Embedded(name) => ("builtin", name),
            Target::Absent(name) => ("absent", name),
            Target::File(path, kind) => {
                let kind = match kind {
                    FileKind::Module => "module",
                    FileKind::CommonJs => "commonjs",
                    FileKind::Json => "json",
                };
                (kind, path.to_string_lossy().into_owned())
            }
        };
        rquickjs::Result::Ok(vec![kind.to_owned(), name, specifier])
    };
    area.set("resolve", Function::new(ctx.clone(), resolve)?)?;
    let modules = Rc::clone(realm);
    let evaluate = move |ctx: Ctx<'js>, name: String| evaluate(&ctx, &modules, &name);
    area.set("evaluate", Function::new(ctx.clone(), evaluate)?)?;
    let files = Rc::clone(realm);
    let compile = move |ctx: Ctx<'js>, path: String| common_function(&ctx, &files.graph, Path::new(&path));
    area.set("compile", Function::new(ctx.clone(), compile)?)?;
    let files = Rc::clone(realm);
    let text = move |ctx: Ctx<'js>, path: String| {
        text_of(&files.graph, Path::new(&path)).map_err(|words| Exception::throw_message(&ctx, &words))
    };
    area.set("text", Function::new(ctx.clone(), text)?)?;
    let files = Rc::clone(realm);
    let function_text =
        move |path: String, line: u32, column: u32| files.graph.function_text(Path::new(&path), line, column);
    area.set("functionText", Function::new(ctx.clone(), function_text)?)?;
    Ok(area)
}

/// Programs look at the code to tell what is not installed from what is broken.
fn not_found(ctx: &Ctx<'_>, words: &str) -> rquickjs::Error {
    crate::runtime::SystemError::coded("MODULE_NOT_FOUND", words).throw(ctx)
}
