//! What the engine asks when it meets an import: first which module is meant, then its code.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    rc::Rc,
};

use rquickjs::{
    Ctx, Exception, Function, Module, Object, Runtime as Js,
    loader::{ImportAttributes, Loader, Resolver},
    module::Declared,
};

use super::{
    bytecode,
    compile::{Compiled, Kind},
    embedded::{Code, embedded},
    evaluate::evaluate,
    facade,
    resolve::Asked,
    texts,
};
use crate::{
    native,
    runtime::{Realm, SystemError},
};

struct Modules(Rc<Realm>);

/// Makes imports work in this runtime.
pub(crate) fn install(js: &Js, realm: &Rc<Realm>) {
    js.set_loader(Modules(Rc::clone(realm)), Modules(Rc::clone(realm)));
}

impl Resolver for Modules {
    fn resolve<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        base: &str,
        name: &str,
        _attributes: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<String> {
        // Programs look at the code to tell what is not installed from what is broken.
        let missing = |words: String| SystemError::coded("ERR_MODULE_NOT_FOUND", words).throw(ctx);
        guarded(ctx, || self.0.graph.module_name(base, name).map_err(missing))
    }
}

impl Loader for Modules {
    fn load<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        name: &str,
        _attributes: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<Module<'js, Declared>> {
        guarded(ctx, || load(ctx, &self.0, name))
    }
}

fn load<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, name: &str) -> rquickjs::Result<Module<'js, Declared>> {
    if let Some(area) = name.strip_prefix(native::PREFIX) {
        return native::module(ctx, realm, name, area);
    }
    if let Some(module) = own(ctx, realm, name)? {
        return Ok(module);
    }
    if let Some(source) = facade::source(name) {
        return Module::declare(ctx.clone(), name, source);
    }
    let unknown = || Exception::throw_message(ctx, &format!("there is no module `{name}`"));
    if !Path::new(name).is_absolute() {
        return Err(unknown());
    }
    let file = realm.graph.file(Path::new(name)).map_err(|words| Exception::throw_message(ctx, &words))?;
    if file.compiled.kind != Kind::Module {
        return Err(unknown());
    }
    realm.graph.note_linked(Path::new(name));
    let module = if !file.compiled.awaits && realm.graph.stands_on_awaiting(Path::new(name)) {
        realm.graph.waiting_code(ctx, name, &file)?
    } else if let Some(module) = realm.graph.take_code(&file).and_then(|code| bytecode::read(ctx, &code)) {
        module
    } else {
        let text = realm.graph.text(&file).map_err(|words| Exception::throw_message(ctx, &words))?;
        let module = Module::declare(ctx.clone(), name, text.as_ref())?;
        realm.graph.keep(&file, bytecode::write(&module, texts::kept(Path::new(name))).as_deref());
        module
    };
    describe(ctx, realm, &module, name, &file.compiled)?;
    Ok(module)
}

/// A module of ours, declared; nothing when the name is none of ours. It must not have been declared before.
pub(super) fn own<'js>(
    ctx: &Ctx<'js>,
    realm: &Rc<Realm>,
    name: &str,
) -> rquickjs::Result<Option<Module<'js, Declared>>> {
    let Some(code) = embedded(name) else { return Ok(None) };
    realm.graph.note_loaded(name);
    match code {
        Code::Compiled(code) => bytecode::declare(ctx, code),
        #[cfg(test)]
        Code::Text(text) => Module::declare(ctx.clone(), name, text),
    }
    .map(Some)
}

/// What the file finds in `import.meta`.
fn describe<'js>(
    ctx: &Ctx<'js>,
    realm: &Rc<Realm>,
    module: &Module<'js, Declared>,
    path: &str,
    compiled: &Compiled,
) -> rquickjs::Result<()> {
    let meta = module.meta()?;
    meta.set("url", file_url(path))?;
    meta.set("filename", path)?;
    meta.set("dirname", Path::new(path).parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned())?;
    let (realm_for, importer) = (Rc::clone(realm), path.to_owned());
    let resolve = Function::new(ctx.clone(), move |ctx: Ctx<'js>, specifier: String| {
        let target = realm_for.graph.target(&importer, &specifier, Asked::ByImport);
        match target.map_err(|words| Exception::throw_message(&ctx, &words))? {
            super::Target::File(path, _) => rquickjs::Result::Ok(file_url(&path.to_string_lossy())),
            _ if specifier.starts_with("node:") => Ok(specifier),
            _ => Ok(format!("node:{specifier}")),
        }
    })?;
    meta.set("resolve", resolve)?;
    if compiled.wants_require {
        meta.set("require", realm.make_require(ctx, path)?)?;
    }
    if compiled.imports.iter().any(|(_, wanted)| wanted.late) {
        let (realm, importer) = (Rc::clone(realm), path.to_owned());
        let late = Function::new(ctx.clone(), move |ctx: Ctx<'js>, linked: Object<'js>, specifier: String| {
            let left_out = realm.graph.left_out(&importer, &specifier);
            match left_out.map_err(|words| Exception::throw_message(&ctx, &words))? {
                Some(name) => evaluate(&ctx, &realm, &name),
                None => rquickjs::Result::Ok(linked),
            }
        })?;
        meta.set("late", late)?;
    }
    Ok(())
}

/// A path as a URL.
pub(crate) fn file_url(path: &str) -> String {
    let mut url = String::from("file://");
    for byte in path.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@".contains(&byte);
        if plain {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    url
}

/// The engine cannot be unwound through: a fault of ours becomes an exception.
fn guarded<'js, T>(ctx: &Ctx<'js>, work: impl FnOnce() -> rquickjs::Result<T>) -> rquickjs::Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Exception::throw_message(ctx, "the extension host failed while it loaded a module")))
}
