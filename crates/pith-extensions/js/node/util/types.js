// `util.types`: what kind of built-in object a value is.

const tag = (value) => Object.prototype.toString.call(value).slice(8, -1);
const isA = (name) => (value) => typeof value === "object" && value !== null && tag(value) === name;
const instance = (Kind) => (value) => value instanceof Kind;

const typedTag = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
const isTyped = (name) => (value) => ArrayBuffer.isView(value) && typedTag.call(value) === name;

const AsyncFunction = (async () => {}).constructor;
const GeneratorFunction = function* () {}.constructor;
const AsyncGeneratorFunction = async function* () {}.constructor;

export const isTypedArray = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView);
export const isArrayBufferView = ArrayBuffer.isView;
export const isDataView = instance(DataView);
export const isArrayBuffer = instance(ArrayBuffer);
export const isSharedArrayBuffer = isA("SharedArrayBuffer");
export const isAnyArrayBuffer = (value) => isArrayBuffer(value) || isSharedArrayBuffer(value);
export const isMap = instance(Map);
export const isSet = instance(Set);
export const isWeakMap = instance(WeakMap);
export const isWeakSet = instance(WeakSet);
export const isPromise = instance(Promise);
export const isRegExp = instance(RegExp);
export const isDate = instance(Date);
export const isNativeError = instance(Error);
export const isMapIterator = isA("Map Iterator");
export const isSetIterator = isA("Set Iterator");
export const isGeneratorObject = (value) => isA("Generator")(value) || isA("AsyncGenerator")(value);
export const isGeneratorFunction = (value) => value instanceof GeneratorFunction || value instanceof AsyncGeneratorFunction;
export const isAsyncFunction = (value) => value instanceof AsyncFunction || value instanceof AsyncGeneratorFunction;
export const isArgumentsObject = isA("Arguments");
export const isModuleNamespaceObject = isA("Module");
export const isNumberObject = instance(Number);
export const isStringObject = instance(String);
export const isBooleanObject = instance(Boolean);
export const isBigIntObject = (value) => typeof value === "object" && value instanceof BigInt;
export const isSymbolObject = (value) => typeof value === "object" && value instanceof Symbol;
export const isBoxedPrimitive = (value) =>
  isNumberObject(value) || isStringObject(value) || isBooleanObject(value) || isBigIntObject(value) || isSymbolObject(value);
// A proxy cannot be told from what it stands for in this engine.
export const isProxy = () => false;
export const isExternal = () => false;
export const isKeyObject = (value) => Object.prototype.toString.call(value) === "[object KeyObject]";
export const isCryptoKey = (value) => value?.constructor?.name === "CryptoKey";
export const isUint8Array = isTyped("Uint8Array");
export const isUint8ClampedArray = isTyped("Uint8ClampedArray");
export const isUint16Array = isTyped("Uint16Array");
export const isUint32Array = isTyped("Uint32Array");
export const isInt8Array = isTyped("Int8Array");
export const isInt16Array = isTyped("Int16Array");
export const isInt32Array = isTyped("Int32Array");
export const isFloat32Array = isTyped("Float32Array");
export const isFloat64Array = isTyped("Float64Array");
export const isBigInt64Array = isTyped("BigInt64Array");
export const isBigUint64Array = isTyped("BigUint64Array");

export default {
  isTypedArray, isArrayBufferView, isDataView, isArrayBuffer, isSharedArrayBuffer, isAnyArrayBuffer, isMap, isSet, isWeakMap,
  isWeakSet, isPromise, isRegExp, isDate, isNativeError, isMapIterator, isSetIterator, isGeneratorObject, isGeneratorFunction,
  isAsyncFunction, isArgumentsObject, isModuleNamespaceObject, isNumberObject, isStringObject, isBooleanObject, isBigIntObject,
  isSymbolObject, isBoxedPrimitive, isProxy, isExternal, isKeyObject, isCryptoKey, isUint8Array, isUint8ClampedArray, isUint16Array,
  isUint32Array, isInt8Array, isInt16Array, isInt32Array, isFloat32Array, isFloat64Array, isBigInt64Array, isBigUint64Array,
};
