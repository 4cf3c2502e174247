/** Models, the providers that have them, pictures and classifiers, and providers that are made by hand. */
import type { AnyModel, Api, ApiStreamOptions, AssistantMessage, BaseModel, Context, DeferredCancelOptions, DeferredFetchOptions, DeferredHandle, ImageContent, JsonObject, Model, ModelType, ModelTypeMap, ProviderHeaders, ProviderId, ProviderRequestOptions, ProviderStreams, SimpleStreamOptions, StreamFunction, TextContent, ThinkingContent, ToolCall, TranscriptContext, Usage } from "./types";
import type { AssistantMessageEventStream, ClientIdentity } from "./values";
import type { AuthCheck, AuthContext, AuthInteraction, AuthOperationOptions, AuthResolutionOverrides, AuthResult, AuthType, Credential, CredentialStore, LoginOptions, ProviderAuth } from "./logins";
import type { SystemOneCompat } from "./wires";

export function createModels(options?: CreateModelsOptions): MutableModels;
export function createProvider<TApi extends Api = Api>(input: CreateProviderOptions<TApi>): Provider<TApi>;
export function hasApi<TApi extends Api>(model: AnyModel, api: TApi): model is Model<TApi>;
/** Fills in the cost of a usage, in dollars; prices are per million tokens. */
export function calculateCost(model: AnyModel, usage: Usage): Usage["cost"];
/** `null` in the model's map takes a level away; the two highest exist only where the map has them. */
export function getSupportedThinkingLevels<TApi extends Api>(model: Model<TApi>): ModelThinkingLevel[];
/** The level itself or the nearest that the model has: first higher, then lower. */
export function clampThinkingLevel<TApi extends Api>(model: Model<TApi>, level: ModelThinkingLevel): ModelThinkingLevel;
export function modelsAreEqual(a: AnyModel | null | undefined, b: AnyModel | null | undefined): boolean;
export interface ModelsPublication {
  persist?: ModelsStoreEntry | null;
  update?: () => void;
}
export interface RefreshModelsContext {
  credential?: Credential;
  stored?: Readonly<ModelsStoreEntry>;
  publish(publication: ModelsPublication): Promise<boolean>;
  allowNetwork: boolean;
  force?: boolean;
  signal: AbortSignal;
  baseUrl?: string;
}
export interface ModelsRefreshOptions {
  allowNetwork?: boolean;
  providers?: readonly string[];
  force?: boolean;
  signal?: AbortSignal;
}
export interface ModelsRefreshResult {
  aborted: boolean;
  errors: ReadonlyMap<string, Error>;
}
export interface ModelsRequestTransforms {
  transformHeaders?: (headers: ProviderHeaders) => ProviderHeaders | Promise<ProviderHeaders>;
}
export type ModelsApiStreamOptions<TApi extends Api> = ApiStreamOptions<TApi> & ModelsRequestTransforms;
export type ModelsSimpleStreamOptions = SimpleStreamOptions & ModelsRequestTransforms;
export type ModelsDeferredFetchOptions = DeferredFetchOptions & ModelsRequestTransforms;
export type ModelsDeferredCancelOptions = DeferredCancelOptions & ModelsRequestTransforms;
export type ModelsImagesOptions = ImagesOptions & ModelsRequestTransforms;
export type ModelsClassifierOptions = ClassifierOptions & ModelsRequestTransforms;
/** A provider as `pi.registerProvider` takes one made by hand. */
export interface Provider<TApi extends Api = Api> {
  readonly id: string;
  readonly name: string;
  readonly baseUrl?: string;
  readonly headers?: ProviderHeaders;
  readonly auth: ProviderAuth;
  getModels(): readonly Model<TApi>[];
  getAllModels?(): readonly ProviderModel<TApi>[];
  refreshModels?(context: RefreshModelsContext): Promise<void>;
  readonly refreshModelsAuth?: "credential" | "configured";
  filterModels?(models: readonly Model<TApi>[], credential: Credential | undefined): readonly Model<TApi>[];
  filterAllModels?(models: readonly ProviderModel<TApi>[], credential: Credential | undefined): readonly ProviderModel<TApi>[];
  stream<T extends TApi>(model: Model<T>, context: TranscriptContext, options?: ApiStreamOptions<T>): AssistantMessageEventStream;
  streamSimple(model: Model<TApi>, context: TranscriptContext, options?: SimpleStreamOptions): AssistantMessageEventStream;
  fetchDeferred?(model: Model<TApi>, handle: DeferredHandle, options?: DeferredFetchOptions): AssistantMessageEventStream;
  cancelDeferred?(model: Model<TApi>, handle: DeferredHandle, options?: DeferredCancelOptions): Promise<void>;
  generateImages?(model: ImageModel<ImageApi>, context: ImagesContext, options?: ImagesOptions): Promise<AssistantImages>;
  classify?(model: ClassifierModel<ClassifierApi>, context: ClassifierContext, options?: ClassifierOptions): Promise<ClassifierResult>;
}
/** A collection of providers and their models. */
export interface Models {
  getProviders(): readonly Provider[];
  getProvider(id: string): Provider | undefined;
  getModels(provider?: string): readonly Model<Api>[];
  getModel(provider: string, id: string): Model<Api> | undefined;
  getModelsOfType<TType extends ModelType>(type: TType, provider?: string): readonly ModelTypeMap[TType][];
  getModelOfType<TType extends ModelType>(type: TType, provider: string, id: string): ModelTypeMap[TType] | undefined;
  getAllModels(provider?: string): readonly AnyModel[];
  refresh(options?: ModelsRefreshOptions): Promise<ModelsRefreshResult>;
  checkAuth(providerId: string, options?: AuthOperationOptions): Promise<AuthCheck | undefined>;
  getAvailable(providerId?: string, options?: AuthOperationOptions): Promise<readonly Model<Api>[]>;
  getAvailableOfType<TType extends ModelType>(type: TType, providerId?: string, options?: AuthOperationOptions): Promise<readonly ModelTypeMap[TType][]>;
  getAllAvailable(providerId?: string, options?: AuthOperationOptions): Promise<readonly AnyModel[]>;
  getAuth(providerId: string, overrides?: AuthResolutionOverrides): Promise<AuthResult | undefined>;
  getAuth(model: AnyModel, overrides?: AuthResolutionOverrides): Promise<AuthResult | undefined>;
  login(providerId: string, type: AuthType, interaction: AuthInteraction, options?: LoginOptions): Promise<Credential>;
  logout(providerId: string, options?: AuthOperationOptions): Promise<void>;
  stream<TApi extends Api>(model: Model<TApi>, context: Context, options?: ModelsApiStreamOptions<TApi>): AssistantMessageEventStream;
  complete<TApi extends Api>(model: Model<TApi>, context: Context, options?: ModelsApiStreamOptions<TApi>): Promise<AssistantMessage>;
  streamSimple(model: Model<Api>, context: Context, options?: ModelsSimpleStreamOptions): AssistantMessageEventStream;
  completeSimple(model: Model<Api>, context: Context, options?: ModelsSimpleStreamOptions): Promise<AssistantMessage>;
  streamDeferred(model: Model<Api>, handle: DeferredHandle, options?: ModelsDeferredFetchOptions): AssistantMessageEventStream;
  fetchDeferred(model: Model<Api>, handle: DeferredHandle, options?: ModelsDeferredFetchOptions): Promise<AssistantMessage>;
  cancelDeferred(model: Model<Api>, handle: DeferredHandle, options?: ModelsDeferredCancelOptions): Promise<void>;
  generateImages(model: ImageModel<ImageApi>, context: ImagesContext, options?: ModelsImagesOptions): Promise<AssistantImages>;
  classify(model: ClassifierModel<ClassifierApi>, context: ClassifierContext, options?: ModelsClassifierOptions): Promise<ClassifierResult>;
}
export interface MutableModels extends Models {
  setProvider(provider: Provider): void;
  deleteProvider(id: string): void;
  clearProviders(): void;
}
export interface CreateModelsOptions {
  credentials?: CredentialStore;
  modelsStore?: ModelsStore;
  authContext?: AuthContext;
  identity?: ClientIdentity;
}
export interface CreateProviderOptions<TApi extends Api = Api> {
  id: string;
  name?: string;
  baseUrl?: string;
  headers?: ProviderHeaders;
  auth: ProviderAuth;
  models: readonly ProviderModel<TApi>[];
  fetchModels?: (context: RefreshModelsContext) => Promise<readonly ProviderModel<TApi>[]>;
  filterModels?: (models: readonly Model<TApi>[], credential: Credential | undefined) => readonly Model<TApi>[];
  filterAllModels?: (models: readonly ProviderModel<TApi>[], credential: Credential | undefined) => readonly ProviderModel<TApi>[];
  api?: ProviderStreams | Partial<Record<TApi, ProviderStreams>>;
  images?: Partial<Record<ImageApi, ProviderImages>>;
  classifiers?: Partial<Record<ClassifierApi, ProviderClassifier>>;
}
export interface ModelsStoreEntry {
  models: readonly AnyModel[];
  lastModified?: number;
  checkedAt?: number;
  etag?: string;
}
export interface ModelsStoreOperationOptions {
  signal?: AbortSignal;
}
export interface ModelsStore {
  read(providerId: string, options?: ModelsStoreOperationOptions): Promise<ModelsStoreEntry | undefined>;
  write(providerId: string, entry: ModelsStoreEntry, options?: ModelsStoreOperationOptions): Promise<void>;
  delete(providerId: string, options?: ModelsStoreOperationOptions): Promise<void>;
}
export class InMemoryModelsStore {
  read(providerId: string, options?: ModelsStoreOperationOptions): Promise<ModelsStoreEntry | undefined>;
  write(providerId: string, entry: ModelsStoreEntry, options?: ModelsStoreOperationOptions): Promise<void>;
  delete(providerId: string, options?: ModelsStoreOperationOptions): Promise<void>;
}
export function fauxText(text: string): TextContent;
export function fauxThinking(thinking: string): ThinkingContent;
export function fauxToolCall(name: string, arguments_: ToolCall["arguments"], options?: { id?: string }): ToolCall;
export function fauxAssistantMessage(content: string | FauxContentBlock | FauxContentBlock[], options?: {
  stopReason?: AssistantMessage["stopReason"];
  deferred?: DeferredHandle;
  errorMessage?: string;
  responseId?: string;
  timestamp?: number;
}): AssistantMessage;
export function createFauxCore(options: RegisterFauxProviderOptions): {
  api: string;
  provider: string;
  models: [Model<string>, ...Model<string>[]];
  stream: StreamFunction<string, SimpleStreamOptions>;
  streamSimple: StreamFunction<string, SimpleStreamOptions>;
  fetchDeferred: (requestModel: Model<string>, handle: DeferredHandle, fetchOptions?: DeferredFetchOptions) => AssistantMessageEventStream;
  cancelDeferred: (requestModel: Model<string>, handle: DeferredHandle, cancelOptions?: DeferredCancelOptions) => Promise<void>;
  getModel: { (): Model<string>; (requestedModelId: string): Model<string> | undefined };
  state: FauxProviderState;
  setResponses(responses: FauxResponseStep[]): void;
  appendResponses(responses: FauxResponseStep[]): void;
  getPendingResponseCount(): number;
};
export function fauxProvider(options?: RegisterFauxProviderOptions): FauxProviderHandle;
export interface FauxModelDefinition {
  id: string;
  name?: string;
  reasoning?: boolean;
  input?: ("text" | "image")[];
  inputLimits?: Model<string>["inputLimits"];
  cost?: { input: number; output: number; cacheRead: number; cacheWrite: number };
  contextWindow?: number;
  maxTokens?: number;
}
export type FauxContentBlock = TextContent | ThinkingContent | ToolCall;
export interface FauxProviderState {
  callCount: number;
  deferredFetchCount: number;
  cancelledDeferred: DeferredHandle[];
}
export type FauxResponseFactory = (context: TranscriptContext, options: SimpleStreamOptions | undefined, state: FauxProviderState, model: Model<string>) => AssistantMessage | Promise<AssistantMessage>;
export type FauxResponseStep = AssistantMessage | FauxResponseFactory;
export interface RegisterFauxProviderOptions {
  api?: string;
  provider?: string;
  models?: FauxModelDefinition[];
  deferred?: { pendingFetches?: number; pollAfterMs?: number };
  tokensPerSecond?: number;
  tokenSize?: { min?: number; max?: number };
}
export interface FauxProviderRegistration {
  api: string;
  models: [Model<string>, ...Model<string>[]];
  getModel(): Model<string>;
  getModel(modelId: string): Model<string> | undefined;
  state: FauxProviderState;
  setResponses: (responses: FauxResponseStep[]) => void;
  appendResponses: (responses: FauxResponseStep[]) => void;
  getPendingResponseCount: () => number;
  unregister: () => void;
}
export interface FauxProviderHandle {
  provider: Provider;
  api: string;
  models: [Model<string>, ...Model<string>[]];
  getModel(): Model<string>;
  getModel(modelId: string): Model<string> | undefined;
  state: FauxProviderState;
  setResponses: (responses: FauxResponseStep[]) => void;
  appendResponses: (responses: FauxResponseStep[]) => void;
  getPendingResponseCount: () => number;
}
export type CacheRetention = 'long' | 'none' | 'short';
export type ModelCost = {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  tiers?: { input: number; output: number; cacheRead: number; cacheWrite: number; inputTokensAbove: number }[];
};
export type ModelCostRates = { input: number; output: number; cacheRead: number; cacheWrite: number };
export type ModelCostTier = { input: number; output: number; cacheRead: number; cacheWrite: number; inputTokensAbove: number };
export type ModelImageInputLimits = {
  resize?: { maxWidth?: number; maxHeight?: number; maxBytes?: number; jpegQuality?: number };
  maxPerMessage?: number;
  maxPerRequest?: number;
};
export type ModelImageResizeOptions = { maxWidth?: number; maxHeight?: number; maxBytes?: number; jpegQuality?: number };
export type ModelInputLimits = {
  maxRequestBytes?: number;
  images?: {
    resize?: { maxWidth?: number; maxHeight?: number; maxBytes?: number; jpegQuality?: number };
    maxPerMessage?: number;
    maxPerRequest?: number;
  };
};
export type ModelInputModality = 'text' | 'image';
export type ModelPromptCache = { short?: number; long?: number };
export type ModelThinkingLevel = 'high' | 'low' | 'max' | 'medium' | 'minimal' | 'off' | 'xhigh';
export type ThinkingLevel = 'high' | 'low' | 'max' | 'medium' | 'minimal' | 'xhigh';
export type ThinkingLevelMap = {
  off?: (null | string);
  minimal?: (null | string);
  low?: (null | string);
  medium?: (null | string);
  high?: (null | string);
  xhigh?: (null | string);
  max?: (null | string);
};
export type KnownImageApi = "openrouter-images";
export type ImageApi = KnownImageApi | (string & {});
export type KnownClassifierApi = "typesafe-system-one" | "cloudflare-workers-ai-system-one" | "llama-cpp-classify" | "openai-decisions";
export type ClassifierApi = KnownClassifierApi | (string & {});
export interface ProviderImages {
  generateImages(model: ImageModel<ImageApi>, context: ImagesContext, options?: ImagesOptions): Promise<AssistantImages>;
}
export interface ProviderClassifier {
  classify(model: ClassifierModel<ClassifierApi>, context: ClassifierContext, options?: ClassifierOptions): Promise<ClassifierResult>;
}
export interface ClassifierOptions extends ProviderRequestOptions<ClassifierModel<ClassifierApi>> {
  temperature?: number;
}
export interface ImagesOptions extends ProviderRequestOptions<ImageModel<ImageApi>> {
  metadata?: Record<string, unknown>;
}
export type ProviderImagesOptions = ImagesOptions & Record<string, unknown>;
export type ImagesFunction<TOptions extends ImagesOptions = ImagesOptions> = (model: ImageModel<ImageApi>, context: ImagesContext, options?: TOptions) => Promise<AssistantImages>;
export type ClassifierFunction<TOptions extends ClassifierOptions = ClassifierOptions> = (model: ClassifierModel<ClassifierApi>, context: ClassifierContext, options?: TOptions) => Promise<ClassifierResult>;
export type ImagesInputContent = TextContent | ImageContent;
export type ImagesOutputContent = TextContent | ImageContent;
export interface ImagesContext {
  input: ImagesInputContent[];
}
export type ImagesStopReason = "stop" | "error" | "aborted";
export interface AssistantImages {
  api: ImageApi;
  provider: ProviderId;
  model: string;
  output: ImagesOutputContent[];
  responseId?: string;
  usage?: Usage;
  stopReason: ImagesStopReason;
  errorMessage?: string;
  timestamp: number;
}
export interface ClassifierChoiceQuestion {
  type: "choice";
  instructions: string;
  criteria: Record<string, string>;
}
export interface ClassifierScoreQuestion {
  type: "score";
  instructions: string;
  criteria: string[];
}
export interface ClassifierBoolQuestion {
  type: "bool";
  instructions: string;
  criteria: { true: string; false: string };
}
export type ClassifierQuestion = ClassifierChoiceQuestion | ClassifierScoreQuestion | ClassifierBoolQuestion;
export interface ClassifierContext {
  state: JsonObject;
  images?: ImageContent[];
  questions: Record<string, ClassifierQuestion>;
}
export interface ClassifierChoiceAnswer {
  type: "choice";
  choice: string;
  probabilities: Record<string, number>;
  confidence: number;
}
export interface ClassifierScoreAnswer {
  type: "score";
  score: number;
  confidence: number;
}
export interface ClassifierBoolAnswer {
  type: "bool";
  probability: number;
}
export type ClassifierAnswer = ClassifierChoiceAnswer | ClassifierScoreAnswer | ClassifierBoolAnswer;
export type ClassifierStopReason = "stop" | "error" | "aborted";
export interface ClassifierResult {
  api: ClassifierApi;
  provider: ProviderId;
  model: string;
  answers: Record<string, ClassifierAnswer>;
  usage?: Usage;
  stopReason: ClassifierStopReason;
  errorMessage?: string;
  timestamp: number;
}
export interface ImageModel<TApi extends ImageApi> extends BaseModel<TApi> {
  type: "image";
  output: ("text" | "image")[];
}
export interface ClassifierModel<TApi extends ClassifierApi> extends BaseModel<TApi> {
  type: "classifier";
  contextWindow: number;
  compat?: TApi extends "typesafe-system-one" | "cloudflare-workers-ai-system-one" ? SystemOneCompat : never;
}
export type BuiltinProvider = string;
/** Nothing is found: the list has no models for pictures. */
export function getImageModel(provider: string, id: string): ImageModel<ImageApi>;
export function getImageProviders(): string[];
export function getImageModels(provider: string): ImageModel<ImageApi>[];
export type BuiltinImageProvider = string;
export function generateImages(model: ImageModel<ImageApi>, context: ImagesContext, options?: ProviderImagesOptions): Promise<AssistantImages>;
export function registerImagesApiProvider<TApi extends ImageApi, TOptions extends ImagesOptions>(provider: ImagesApiProvider<TApi, TOptions>, sourceId?: string): void;
export function getImagesApiProvider(api: ImageApi): ImagesApiProviderInternal | undefined;
export type ImagesApiFunction = (model: ImageModel<ImageApi>, context: ImagesContext, options?: ImagesOptions) => Promise<AssistantImages>;
export interface ImagesApiProvider<TApi extends ImageApi = ImageApi, TOptions extends ImagesOptions = ImagesOptions> {
  api: TApi;
  generateImages: ImagesFunction<TOptions>;
}
export function registerBuiltInImagesApiProviders(): void;
export const generateImagesOpenRouter: ImagesFunction<ImagesOptions>;
export type ProviderModel<TApi extends Api> = Model<TApi> | ImageModel<ImageApi> | ClassifierModel<ClassifierApi>;
export interface ImagesApiProviderInternal {
  api: ImageApi;
  generateImages: ImagesApiFunction;
}
