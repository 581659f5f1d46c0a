/** The interface between the self-test and the qianniu adapter. */
import type { CallOptions, LocalFile, PlatformStorage } from '../values'
import type { ChosenLimits } from './limits'
import type { SelfTestReport } from './report'

/** Versions, methods and limits (bytes) that the host announces. */
export interface AboutClient {
  readonly shell: string
  readonly client: string
  /** Methods of the protocol that the host offers. */
  readonly methods: readonly string[]
  readonly limits: { readonly frame: number; readonly chunk: number; readonly file: number }
  /** Whether the page has no network of its own. */
  readonly throughHost: boolean
}

/** The result of sending a text to the client and receiving one. */
export interface Echo {
  /** Whether both texts arrived unchanged. */
  readonly whole: boolean
  /** The form in which the client delivers our messages to its shell; see `messageShape`. */
  readonly shape: string
  /** Field names of the event that contains the message. */
  readonly names: readonly string[]
}

/** Facts about the logic layer that hosts the page, and about the client. */
export interface HostFacts {
  readonly shown: readonly string[]
  readonly hidden: readonly string[]
  readonly can: readonly string[]
  readonly cannot: readonly string[]
  /** Functions of the client's file manager. */
  readonly files: readonly string[]
  readonly system: Readonly<Record<string, string>>
}

export interface FileTrial {
  readonly written: boolean
  /** The client's error text; empty if the file was written. */
  readonly said: string
  /** Scheme and first word of the file's path, such as https://usr. */
  readonly path: string
  readonly ms: number
}

export interface UploadTrial {
  /** Whether the client returned a task for the transfer, and whether that can abort and report progress. */
  readonly task: boolean
  readonly canAbort: boolean
  readonly canTell: boolean
  /** How often progress was reported, and how often strictly between 0 and 100 %. */
  readonly told: number
  readonly between: number
  /** Field names of a progress report. */
  readonly names: readonly string[]
  /** Whether an abort was requested. */
  readonly asked: boolean
  readonly outcome: 'arrived' | 'ended' | 'silent'
  /** Whether the picture could not be deleted again. */
  readonly left: boolean
  /** Name of the picture in the seller's picture space. */
  readonly fileName: string
  readonly ms: number
}

export interface Diagnosis {
  about(): Promise<AboutClient>
  /** Returns the form in which the client delivers messages to the page; see `messageShape`. */
  shape(): string
  /** Sends and requests texts of these lengths, regardless of the limits. */
  echo(letters: { readonly send: number; readonly want: number }, call: CallOptions): Promise<Echo>
  hostFacts(call: CallOptions): Promise<HostFacts>
  writeFile(file: LocalFile, call: CallOptions): Promise<FileTrial>
  uploadAndDelete(file: LocalFile, abort: boolean, call: CallOptions): Promise<UploadTrial>
  /** Saves with the client's dialog, even if a report prefers another way. */
  saveThroughClient(file: LocalFile): Promise<{ readonly saved: boolean }>
  /** Resolves with the client's storage, null if it has none. */
  clientStorage(): Promise<PlatformStorage | null>
  readonly pageStorage: PlatformStorage
  /** Returns the limits in use and their origin. */
  currentLimits(): ChosenLimits
  /** Stores a report and applies its limits. */
  applyReport(report: SelfTestReport): Promise<ChosenLimits>
  /** Deletes the stored report and applies the limits that the client announces. */
  removeReport(): Promise<ChosenLimits>
}
