import{c as r,d as e,e as f,f as t,g as o}from"./part-guard.js";import"./part-base.js";export{e as EmitGuard,f as GlobalsGuard,r as Guard,t as NativeGuard,o as default};
