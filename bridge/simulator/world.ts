import type { Settings } from './settings'
import type { PictureSpace } from './space'
import type { UploadStep } from './upload-pauses'

/** The environment of the simulated client: settings, picture space, storage, network and windows. */
export interface ClientEnvironment {
  settings(): Settings
  readonly space: PictureSpace
  /** Stands in for the client's own storage. */
  readonly store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  fetchApi(path: string, init: RequestInit): Promise<Response>
  saveToDisk(name: string, blob: Blob): void
  openPage(url: string): void
  /** An upload awaits this after each of its steps; see upload-pauses.ts. */
  afterUploadStep(step: UploadStep): Promise<void>
  /** Adds a line to the log. */
  log(event: string): void
}
