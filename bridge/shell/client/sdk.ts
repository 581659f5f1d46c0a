/** Types of the part of the cloud SDK (@tbmp/mp-cloud-sdk) that the shell uses. */

/** One request that the SDK sends; `rawData` is set for requests of type 3. */
export interface SdkTask {
  readonly url: string
  readonly data?: unknown
  readonly rawData?: unknown
  readonly headers?: unknown
}

/** Sends the SDK's requests. Passed to `init` in place of the SDK's own. */
export interface SdkProxy {
  /** `type` is 1 for an mtop call, 2 for a function of `my`, 3 for the cloud's gateway. */
  apply(task: SdkTask, type?: number): Promise<unknown>
}

export interface CloudSdk {
  init(options: { readonly env: CloudEnv }, proxy: SdkProxy): Promise<boolean>
  readonly file: {
    uploadFile(options: { readonly filePath: string; readonly fileType: string; readonly fileName: string }): Promise<unknown>
    deleteFile(options: { readonly fileId: readonly string[]; readonly fileType: string }): Promise<unknown>
  }
  readonly topApi: {
    invoke(options: { readonly api: string; readonly data: Readonly<Record<string, unknown>> }): Promise<unknown>
  }
  readonly application: {
    httpRequest(options: {
      readonly path: string
      readonly method: 'POST'
      readonly headers: Readonly<Record<string, string>>
      readonly body: unknown
      readonly exts: Readonly<Record<string, unknown>>
    }): Promise<unknown>
  }
}

export interface SdkModule {
  readonly Cloud: new () => CloudSdk
}

/** The cloud's two environments; they are bound in the console of the open platform. */
export type CloudEnv = 'test' | 'online'
