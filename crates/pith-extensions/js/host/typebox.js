// The package `typebox`: most schemas need little of it, so that comes by itself; the rest is loaded for who names it.
//
// Written by `vendor/typebox/bundle.mjs`.

export { default, Type } from "./typebox/type.js";
export {
  Any, Array, BigInt, Boolean, Enum, Immutable, Integer, Intersect, IsAny, IsArray, IsBigInt, IsBoolean, IsEnum, IsImmutable,
  IsInteger, IsIntersect, IsKind, IsLiteral, IsNever, IsNull, IsNumber, IsObject, IsOptional, IsReadonly, IsRef, IsSchema,
  IsString, IsSymbol, IsTuple, IsUndefined, IsUnion, IsUnknown, IsUnsafe, IsVoid, Literal, Never, Null, Number, Object,
  Optional, Readonly, Ref, String, Symbol, Tuple, Undefined, Union, Unknown, Unsafe, Void,
} from "../vendor/typebox/common.js";
export {
  AddImmutable, AddImmutableDeferred, AddOptional, AddOptionalDeferred, AddReadonly, AddReadonlyDeferred, ArrayOptions,
  BigIntPattern, Broaden, Call, CallConstruct, CanComposite, Capitalize, CapitalizeAction, CapitalizeDeferred,
  CapitalizeInstantiate, Codec, CollapseToObject, Compare, CompareResultDisjoint, CompareResultEqual,
  CompareResultLeftInside, CompareResultRightInside, Composite, Conditional, ConditionalAction, ConditionalDeferred,
  ConditionalInstantiate, Constructor, ConstructorOptions, ConstructorParameters, ConstructorParametersAction,
  ConstructorParametersDeferred, ConstructorParametersInstantiate, ConvertToIntegerKey, Cyclic, CyclicCandidates,
  CyclicCheck, CyclicDependencies, CyclicExtends, CyclicOptions, CyclicTarget, Decode, DecodeBuilder, Deferred,
  Dependent, DependentOptions, Distribute, Encode, EncodeBuilder, Evaluate, EvaluateAction, EvaluateDeferred,
  EvaluateDependent, EvaluateEnum, EvaluateInstantiate, EvaluateIntersect, EvaluateTemplateLiteral, EvaluateType,
  EvaluateUnion, EvaluateUnionFast, Exclude, ExcludeAction, ExcludeDeferred, ExcludeInstantiate, Extends, ExtendsResult,
  Extract, ExtractAction, ExtractDeferred, ExtractInstantiate, Flatten, Function, FunctionOptions, Generic, Identifier,
  Index, IndexAction, IndexDeferred, IndexInstantiate, Infer, InstanceType, InstanceTypeAction, InstanceTypeDeferred,
  InstanceTypeInstantiate, Instantiate, InstantiateCyclic, IntegerKey, IntegerPattern, Interface, InterfaceAction,
  InterfaceDeferred, InterfaceInstantiate, IntersectOptions, InvalidLiteralValue, IsCall, IsCodec, IsConstructor,
  IsCyclic, IsDeferred, IsDependent, IsEnumValue, IsFunction, IsGeneric, IsIdentifier, IsInfer, IsInterfaceDeferred,
  IsLiteralBigInt, IsLiteralBoolean, IsLiteralNumber, IsLiteralString, IsLiteralValue, IsParameter, IsRecord, IsRefine,
  IsRefinement, IsRest, IsTemplateLiteral, IsTemplateLiteralDeferred, IsTemplateLiteralFinite,
  IsTemplateLiteralPattern, IsThis, IsTypeScriptEnumLike, KeyOf, KeyOfAction, KeyOfDeferred, KeyOfInstantiate,
  KeysToIndexer, LiteralTypeName, Lowercase, LowercaseAction, LowercaseDeferred, LowercaseInstantiate, Mapped,
  MappedAction, MappedDeferred, MappedInstantiate, Module, ModuleDeferred, ModuleInstantiate, Narrow, NeverPattern,
  NonNullable, NonNullableAction, NonNullableDeferred, NonNullableInstantiate, NumberKey, NumberPattern, ObjectOptions,
  Omit, OmitAction, OmitDeferred, OmitInstantiate, Parameter, Parameters, ParametersAction, ParametersDeferred,
  ParametersInstantiate, ParsePatternIntoTypes, ParseTemplateIntoTypes, Partial, PartialAction, PartialDeferred,
  PartialInstantiate, Pick, PickAction, PickDeferred, PickInstantiate, Priority, PropertyKeys, PropertyValues,
  ReadonlyObject, ReadonlyObjectAction, ReadonlyObjectDeferred, ReadonlyObjectInstantiate, ReadonlyType, Record,
  RecordAction, RecordDeferred, RecordFromPattern, RecordInstantiate, RecordKey, RecordOptions, RecordPattern,
  RecordPatternToType, RecordValue, RefInstantiate, Refine, RefineAdd, RemoveImmutable, RemoveImmutableDeferred,
  RemoveOptional, RemoveOptionalDeferred, RemoveReadonly, RemoveReadonlyDeferred, Required, RequiredAction,
  RequiredArray, RequiredDeferred, RequiredInstantiate, Rest, ReturnType, ReturnTypeAction, ReturnTypeDeferred,
  ReturnTypeInstantiate, Script, StringKey, StringPattern, TemplateLiteral, TemplateLiteralCreate,
  TemplateLiteralDecode, TemplateLiteralDecodeUnsafe, TemplateLiteralDeferred, TemplateLiteralEncode,
  TemplateLiteralFromString, TemplateLiteralFromTypes, This, TupleOptions, TypeScriptEnumToEnumValues, Uncapitalize,
  UncapitalizeAction, UncapitalizeDeferred, UncapitalizeInstantiate, UnionOptions, Uppercase, UppercaseAction,
  UppercaseDeferred, UppercaseInstantiate, With, WithAction, WithDeferred, WithInstantiate, _Array_, _Function_,
  _Object_,
} from "../vendor/typebox/index.js";
