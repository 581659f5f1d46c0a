import type { AppContract } from '../contract/contract'
import type { Client } from '../contract/core'

/** The calls of the admin API that take files in; adapters need no other. */
export type FilesApi = Pick<Client<AppContract>['files'], 'uploadForm' | 'uploadPart' | 'uploadResult' | 'taobao'>

/** What every adapter is given. */
export interface AdapterServices {
  /** Asked for at each upload, because the API client may itself be built on the platform. */
  readonly files: () => FilesApi
  /** Address that relative upload addresses are resolved against, such as http://127.0.0.1:4600/ . */
  readonly apiBase: string
}
