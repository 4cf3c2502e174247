//! What `process` and `os` know: facts that were passed in, the extension's own working directory and variables.

use std::{path::Path, rc::Rc};

use rquickjs::{Array, Ctx, Exception, Function, Object};

use crate::{
    rights::Right,
    runtime::{Bytes, Realm, StopReason, SystemError},
};

/// The level of Node that is served.
const NODE_VERSION: &str = "22.19.0";

/// What Pi's own builds without Node say they are run by: packages look for it before they start the agent again.
const BUN_VERSION: &str = "1.2.20";

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    let facts = Rc::clone(realm);
    area.set("info", Function::new(ctx.clone(), move |ctx: Ctx<'js>| info(&ctx, &facts))?)?;
    area.set("machine", Function::new(ctx.clone(), |ctx: Ctx<'js>| machine(&ctx))?)?;
    folders(ctx, realm, &area)?;
    variables(ctx, realm, &area)?;
    let clock = Rc::clone(realm);
    area.set("now", Function::new(ctx.clone(), move || clock.elapsed().as_secs_f64() * 1000.0)?)?;
    area.set("memory", Function::new(ctx.clone(), memory)?)?;
    let leaving = Rc::clone(realm);
    let exit = move |ctx: Ctx<'js>, code: i32| {
        leaving.slice.stop_for(StopReason::Exited { code });
        rquickjs::Result::<()>::Err(Exception::throw_message(&ctx, "the extension has ended itself"))
    };
    area.set("exit", Function::new(ctx.clone(), exit)?)?;
    let killing = Rc::clone(realm);
    let kill = move |ctx: Ctx<'js>, pid: i32, signal: String| {
        // The program is not the extension's: what would end it ends the extension.
        if let Some(code) = aimed_at_us(pid, &signal).map_err(|error| error.throw(&ctx))? {
            killing.slice.stop_for(StopReason::Exited { code });
            return Err(Exception::throw_message(&ctx, "the extension has ended itself"));
        }
        let sent =
            killing.ask(Right::Run(killing.program("kill", None, None))).and_then(|()| send_signal(pid, &signal));
        sent.map_err(|error| error.throw(&ctx))
    };
    area.set("kill", Function::new(ctx.clone(), kill)?)?;
    let sink = Rc::clone(realm);
    let write = move |stream: u8, bytes: Bytes| sink.options().sink.output(stream, &bytes.0);
    area.set("write", Function::new(ctx.clone(), write)?)?;
    Ok(area)
}

fn info<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let process = &realm.options().process;
    let info = Object::new(ctx.clone())?;
    info.set("pid", std::process::id())?;
    info.set(
        "platform",
        if cfg!(target_os = "macos") {
            "darwin"
        } else if cfg!(windows) {
            "win32"
        } else {
            "linux"
        },
    )?;
    let arch = if cfg!(target_arch = "x86_64") {
        "x64"
    } else if cfg!(target_arch = "aarch64") {
        "arm64"
    } else {
        "unknown"
    };
    info.set("arch", arch)?;
    let executable = process.executable.to_string_lossy().into_owned();
    info.set("execPath", executable.as_str())?;
    // A program that starts the agent again looks here for a script, and finds what Pi's builds without Node have there: the
    // program alone is it.
    let argv = Array::new(ctx.clone())?;
    argv.set(0, executable.as_str())?;
    argv.set(1, "/$bunfs/root/pi")?;
    info.set("argv", argv)?;
    #[cfg(unix)]
    {
        info.set("ppid", nix::unistd::getppid().as_raw())?;
        info.set("uid", nix::unistd::getuid().as_raw())?;
        info.set("gid", nix::unistd::getgid().as_raw())?;
    }
    info.set("home", process.home.to_string_lossy().into_owned())?;
    info.set("tmp", process.temporary.to_string_lossy().into_owned())?;
    let versions = Object::new(ctx.clone())?;
    versions.set("node", NODE_VERSION)?;
    versions.set("bun", BUN_VERSION)?;
    versions.set("pith", env!("CARGO_PKG_VERSION"))?;
    info.set("versions", versions)?;
    Ok(info)
}

/// What is known of the machine and the person; for who asks, since it takes files of the system to tell.
fn machine<'js>(ctx: &Ctx<'js>) -> rquickjs::Result<Object<'js>> {
    let machine = Object::new(ctx.clone())?;
    machine.set("parallelism", std::thread::available_parallelism().map_or(1, std::num::NonZero::get))?;
    let kernel = |name: &str| std::fs::read_to_string(format!("/proc/sys/kernel/{name}")).ok();
    for (key, name) in [("release", "osrelease"), ("hostname", "hostname"), ("osVersion", "version")] {
        if let Some(text) = kernel(name) {
            machine.set(key, text.trim())?;
        }
    }
    let memory = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    for (key, name) in [("totalMemory", "MemTotal:"), ("freeMemory", "MemAvailable:")] {
        let line = memory.lines().find_map(|line| line.strip_prefix(name));
        if let Some(kilobytes) = line.and_then(|rest| rest.split_whitespace().next()?.parse::<f64>().ok()) {
            machine.set(key, kilobytes * 1024.0)?;
        }
    }
    let uptime = std::fs::read_to_string("/proc/uptime").unwrap_or_default();
    if let Some(seconds) = uptime.split_whitespace().next().and_then(|text| text.parse::<f64>().ok()) {
        machine.set("systemUptime", seconds)?;
    }
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: Vec<f64> = load.split_whitespace().take(3).filter_map(|text| text.parse().ok()).collect();
    if load.len() == 3 {
        machine.set("load", load)?;
    }
    #[cfg(unix)]
    if let Ok(Some(user)) = nix::unistd::User::from_uid(nix::unistd::getuid()) {
        machine.set("username", user.name)?;
        machine.set("shell", user.shell.to_string_lossy().into_owned())?;
    }
    Ok(machine)
}

fn folders<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, area: &Object<'js>) -> rquickjs::Result<()> {
    let here = Rc::clone(realm);
    area.set("cwd", Function::new(ctx.clone(), move || here.cwd.borrow().to_string_lossy().into_owned())?)?;
    let there = Rc::clone(realm);
    let chdir = move |ctx: Ctx<'js>, path: String| {
        let to = there.path(&path);
        let found = std::fs::canonicalize(&to).and_then(|real| std::fs::read_dir(&real).map(|_| real));
        match found {
            Ok(real) => {
                there.cwd.replace(real);
                Ok(())
            }
            Err(error) => Err(SystemError::io(&error, "chdir", Some(&path), None).throw(&ctx)),
        }
    };
    area.set("chdir", Function::new(ctx.clone(), chdir)?)
}

/// Variables. One that may not be read looks as if it were not there, and is listed as denied: programs look into the
/// environment as a matter of course.
fn variables<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, area: &Object<'js>) -> rquickjs::Result<()> {
    let env = Rc::clone(realm);
    let get = move |name: String| {
        let value = env.env.borrow().get(&name).cloned()?;
        env.ask(Right::Env(name)).ok().map(|()| value)
    };
    area.set("envGet", Function::new(ctx.clone(), get)?)?;
    let env = Rc::clone(realm);
    area.set(
        "envSet",
        Function::new(ctx.clone(), move |name: String, value: String| {
            env.env.borrow_mut().insert(name, value);
        })?,
    )?;
    let env = Rc::clone(realm);
    area.set(
        "envDelete",
        Function::new(ctx.clone(), move |name: String| {
            env.env.borrow_mut().remove(&name);
        })?,
    )?;
    let env = Rc::clone(realm);
    let keys = move || {
        let gate = &env.options().gate;
        let all: Vec<String> = env.env.borrow().keys().cloned().collect();
        // A list of names is no reading of values: nothing is remembered for it.
        all.into_iter().filter(|name| gate.allows(&Right::Env(name.clone()))).collect::<Vec<_>>()
    };
    area.set("envKeys", Function::new(ctx.clone(), keys)?)
}

/// `{ rss, heapTotal, heapUsed }` in bytes, as far as the system tells.
fn memory(ctx: Ctx<'_>) -> rquickjs::Result<Object<'_>> {
    let pages = std::fs::read_to_string(Path::new("/proc/self/statm")).unwrap_or_default();
    let resident = pages.split(' ').nth(1).and_then(|pages| pages.parse::<f64>().ok()).unwrap_or_default() * 4096.0;
    let memory = Object::new(ctx)?;
    for field in ["rss", "heapTotal", "heapUsed"] {
        memory.set(field, resident)?;
    }
    for field in ["external", "arrayBuffers"] {
        memory.set(field, 0)?;
    }
    Ok(memory)
}

/// The exit code that a signal to this program, or to all programs of its group, stands for; nothing when it is sent
/// elsewhere or only asks. One to everybody is refused.
#[cfg(unix)]
fn aimed_at_us(pid: i32, name: &str) -> Result<Option<i32>, SystemError> {
    let group = nix::unistd::getpgrp().as_raw();
    if pid == -1 {
        return Err(SystemError::coded("EPERM", "kill EPERM: an extension may not signal every process"));
    }
    let is_us = pid == 0 || pid == -group || u32::try_from(pid).is_ok_and(|pid| pid == std::process::id());
    let signal = name.parse::<nix::sys::signal::Signal>().ok().filter(|_| is_us);
    Ok(signal.map(|signal| 128 + signal as i32))
}

#[cfg(not(unix))]
fn aimed_at_us(_pid: i32, _name: &str) -> Result<Option<i32>, SystemError> {
    Ok(None)
}

/// Sends a signal by its name; `0` only asks whether there is such a process.
#[cfg(unix)]
pub(super) fn send_signal(pid: i32, name: &str) -> Result<(), SystemError> {
    let signal = match name {
        "0" => None,
        name => match name.parse::<nix::sys::signal::Signal>() {
            Ok(signal) => Some(signal),
            Err(_) => {
                return Err(SystemError::coded("ERR_UNKNOWN_SIGNAL", format!("there is no signal `{name}`")));
            }
        },
    };
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), signal).map_err(|errno| {
        let error = std::io::Error::from_raw_os_error(errno as i32);
        SystemError::io(&error, "kill", None, None)
    })
}

#[cfg(not(unix))]
pub(super) fn send_signal(_pid: i32, _name: &str) -> Result<(), SystemError> {
    Err(SystemError::coded("ENOSYS", "signals are not offered on this system"))
}
