/** Types of the functions and settings that every platform adapter is given. */
import type { AppContract } from '../contract/contract'
import type { Client } from '../contract/core'

/** The admin API's calls for uploads; adapters need no others. */
export type FilesApi = Pick<Client<AppContract>['files'], 'uploadForm' | 'uploadPart' | 'uploadResult' | 'taobao'>

export interface AdapterServices {
  /** A function, called at each upload, because the API client may itself be built on the platform. */
  readonly files: () => FilesApi
  /** Base for relative upload addresses, such as http://127.0.0.1:4600/ . */
  readonly apiBase: string
}
