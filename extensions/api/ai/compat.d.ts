/** What `@earendil-works/pi-ai/compat` has besides: functions of earlier versions, by provider and id. */
import type { Api, AssistantMessage, Context, Model, ProviderStreamOptions, SimpleStreamOptions, StreamFunction, StreamOptions, TranscriptContext } from "./types";
import type { AssistantMessageEventStream } from "./values";
import type { FauxProviderRegistration, RegisterFauxProviderOptions } from "./models";

export interface OAuthAuthInfo {
  url: string;
  instructions?: string;
}
export interface OAuthDeviceCodeInfo {
  userCode: string;
  verificationUri: string;
  openBrowserOnConfirm?: boolean;
  copyCodeOnConfirm?: boolean;
  intervalSeconds?: number;
  expiresInSeconds?: number;
}
export interface OAuthLoginCallbacks {
  onAuth(info: OAuthAuthInfo): void;
  onDeviceCode(info: OAuthDeviceCodeInfo): void;
  onPrompt(prompt: OAuthPrompt): Promise<string>;
  onProgress?(message: string): void;
  onManualCodeInput?(): Promise<string>;
  onSelect(prompt: OAuthSelectPrompt): Promise<string | undefined>;
  signal?: AbortSignal;
}
export interface OAuthPrompt {
  message: string;
  placeholder?: string;
  allowEmpty?: boolean;
}
export interface OAuthSelectOption {
  id: string;
  label: string;
}
export interface OAuthSelectPrompt {
  message: string;
  options: OAuthSelectOption[];
}
export function registerApiProvider<TApi extends Api, TOptions extends StreamOptions>(provider: ApiProvider<TApi, TOptions>, sourceId?: string): void;
export function getApiProvider(api: Api): ApiProviderInternal | undefined;
export function getApiProviders(): ApiProviderInternal[];
export function unregisterApiProviders(sourceId: string): void;
export function registerFauxProvider(options?: RegisterFauxProviderOptions): FauxProviderRegistration;
/** What the program has itself is there at any time, behind what is registered. */
export function registerBuiltInApiProviders(): void;
export function resetApiProviders(): void;
export function stream<TApi extends Api>(model: Model<TApi>, context: Context, options?: ProviderStreamOptions): AssistantMessageEventStream;
export function complete<TApi extends Api>(model: Model<TApi>, context: Context, options?: ProviderStreamOptions): Promise<AssistantMessage>;
export function streamSimple<TApi extends Api>(model: Model<TApi>, context: Context, options?: SimpleStreamOptions): AssistantMessageEventStream;
export function completeSimple<TApi extends Api>(model: Model<TApi>, context: Context, options?: SimpleStreamOptions): Promise<AssistantMessage>;
/** A model of the program's list; nothing when the list does not have it. */
export function getModel(provider: string, id: string): Model<Api>;
export function getModels(provider: string): Model<Api>[];
export function getProviders(): string[];
export type ApiStreamFunction = (model: Model<Api>, context: TranscriptContext, options?: StreamOptions) => AssistantMessageEventStream;
export type ApiStreamSimpleFunction = (model: Model<Api>, context: TranscriptContext, options?: SimpleStreamOptions) => AssistantMessageEventStream;
export interface ApiProvider<TApi extends Api = Api, TOptions extends StreamOptions = StreamOptions> {
  api: TApi;
  stream: StreamFunction<TApi, TOptions>;
  streamSimple: StreamFunction<TApi, SimpleStreamOptions>;
}
export interface ApiProviderInternal {
  api: Api;
  stream: ApiStreamFunction;
  streamSimple: ApiStreamSimpleFunction;
}
