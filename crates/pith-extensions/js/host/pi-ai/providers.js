// The package `@earendil-works/pi-ai/providers/all`: the models that the program has built in.

import { getModel, getModels, getProviders } from "./ask.js";

export const getBuiltinModel = getModel;
export const getBuiltinModels = getModels;
export const getBuiltinProviders = getProviders;
export const getAllBuiltinModels = () => getModels();
export const getBuiltinImageModels = () => [];
export const getBuiltinImageModel = () => undefined;
export const getBuiltinClassifierModels = () => [];
export const getBuiltinClassifierModel = () => undefined;
export { builtinModels, builtinProviders, getBuiltinModelDataGeneratedAt, radiusProvider } from "./absent.js";
