/** What a self-test asks of a client beyond the everyday calls; there only where a client is. */
import type { CallOptions, LocalFile, PlatformStorage } from '../platform'
import type { ChosenLimits } from './limits'
import type { SelfTestReport } from './report'

/** Who answers, and how much it says it takes; bytes. */
export interface AboutClient {
  readonly shell: string
  readonly client: string
  /** Methods of the wire. */
  readonly offers: readonly string[]
  readonly limits: { readonly frame: number; readonly chunk: number; readonly file: number }
  /** The page has no network of its own. */
  readonly throughHost: boolean
}

/** A text that went to the client and one that came back. */
export interface Echo {
  /** Both came through letter by letter. */
  readonly whole: boolean
  /** In which form the client hands our messages to its shell: `detail.value`, `text` … */
  readonly shape: string
  /** Names of the event around it. */
  readonly names: readonly string[]
}

/** The logic layer that hosts the page, and the client around it. */
export interface HostFacts {
  readonly shown: readonly string[]
  readonly hidden: readonly string[]
  readonly can: readonly string[]
  readonly cannot: readonly string[]
  /** Functions of its file manager. */
  readonly files: readonly string[]
  readonly system: Readonly<Record<string, string>>
}

export interface FileTrial {
  readonly written: boolean
  /** Why not, in the client's words. */
  readonly said: string
  /** Scheme and first word of the path, such as https://usr. */
  readonly path: string
  readonly ms: number
}

export interface UploadTrial {
  /** The client gave a task for the transfer; it can be given up; it tells progress. */
  readonly task: boolean
  readonly canAbort: boolean
  readonly canTell: boolean
  /** How often progress was told, and how often between beginning and end. */
  readonly told: number
  readonly between: number
  /** Names of what is told with progress. */
  readonly names: readonly string[]
  /** It was given up. */
  readonly asked: boolean
  readonly outcome: 'arrived' | 'ended' | 'silent'
  /** The picture could not be deleted again. */
  readonly left: boolean
  /** What the picture is called in the seller's space. */
  readonly fileName: string
  readonly ms: number
}

export interface Diagnosis {
  about(): Promise<AboutClient>
  /** In which form the page gets the client's messages. */
  shape(): string
  /** Sends so many letters past every limit and asks for so many back. */
  echo(letters: { readonly send: number; readonly want: number }, call: CallOptions): Promise<Echo>
  hostFacts(call: CallOptions): Promise<HostFacts>
  writeFile(file: LocalFile, call: CallOptions): Promise<FileTrial>
  uploadAndDelete(file: LocalFile, abort: boolean, call: CallOptions): Promise<UploadTrial>
  /** Through the client, whatever a report says. */
  saveThroughClient(file: LocalFile): Promise<{ readonly saved: boolean }>
  /** What the client keeps; null where it keeps nothing. */
  clientStorage(): Promise<PlatformStorage | null>
  readonly pageStorage: PlatformStorage
  /** The limits in use now, and why these. */
  chosen(): ChosenLimits
  /** Keeps a report and goes by it from now on. */
  use(report: SelfTestReport): Promise<ChosenLimits>
  /** Back to what the client says of itself. */
  forget(): Promise<ChosenLimits>
}
