/** What the shell uses of the cloud SDK (@tbmp/mp-cloud-sdk). */

/** One request of the SDK; `rawData` is set for requests of type 3. */
export interface SdkTask {
  readonly url: string
  readonly data?: unknown
  readonly rawData?: unknown
  readonly headers?: unknown
}

/** How the SDK's requests leave it. Given to `init`, in place of the one it brings. */
export interface SdkProxy {
  /** `type`: 1 an mtop call, 2 a function of `my`, 3 the cloud's gateway. */
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

/** The cloud's two environments, bound in the open platform's console. */
export type CloudEnv = 'test' | 'online'
