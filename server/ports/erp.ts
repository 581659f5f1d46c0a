/** A program that factories take orders with. Codes are the factory's own, opaque or readable, and never interpreted here. */
import type { ErpKind } from '../../contract/constants'

/** A text that a key of a program consists of. */
export interface ErpKeyField {
  readonly name: string
  /** Its name for sellers, such as key. */
  readonly label: string
  /** The thing to look for in the program, such as 接口 key（也叫 API key、访问令牌）. */
  readonly hint: string
  /** The form that it has beside being printable, and the refusal of one that has not; absent: any. */
  readonly shape?: { readonly pattern: RegExp; readonly problem: string }
}

export type ErpKey = Readonly<Record<string, string>>

export interface ErpProgram {
  /** The program's name for sellers. */
  readonly name: string
  /** The end of the first one is shown, to recognise a key. The program's refusal of a key is shown at the last one. */
  readonly keyFields: readonly [ErpKeyField, ...ErpKeyField[]]
  /** A key for trying it out, where the program is an embedded one. */
  readonly demoKey: ErpKey | null
  /** The account's own print floor: it needs no key, reads pictures from this server, and names cases by the catalogue's ids. */
  readonly isOwn?: true
}

export interface ErpFactory {
  readonly originalId: string
  readonly name: string
}

export interface ErpPhoneModel {
  readonly code: string
  /** The factory's name for it; the code where it has no other name. */
  readonly name: string
  /** Width of the printed area, mm. */
  readonly widthMm: number | null
  readonly heightMm: number | null
  /** Null: the factory does not report it. */
  readonly stock: number | null
}

export interface ErpMaterial {
  readonly originalId: string
  readonly code: string
  readonly name: string
  readonly colors: readonly { readonly originalId: string; readonly code: string; readonly name: string }[]
}

/** One case to be made `quantity` times. */
export interface ErpLine {
  /** Our permanent id of the line: the factory refuses a second line with it, and can be asked for it. */
  readonly outsideId: string
  readonly orderOriginalId: string
  readonly modelCode: string
  readonly materialCode: string
  readonly colorCode: string | null
  readonly quantity: number
  /** Address from which the factory fetches the print file: https, PNG or TIFF. */
  readonly pictureUrl: string
}

export interface ErpReceipt {
  /** The factory's own number. */
  readonly factoryOrderId: string
  /** The state in the factory's words, such as 待生产; '' without any. */
  readonly state: string
  /** The state says that the order is not made: it was cancelled, closed, refused or returned. */
  readonly ended: boolean
}

/**
 * How a call failed. `refused`: the factory certainly refused with `message` and made nothing. `key`: the key is wrong or has
 * expired. `lost`: no answer, or none that is certain, so a write may have happened. `raw` is what the factory said: its words, or
 * the answer as received, shortened, without the key. `doubtfulWords` are the words of an answer that sounds like a refusal without
 * saying so certainly: repeated while the factory has no such line, they are one.
 */
export class ErpFailure extends Error {
  override readonly name = 'ErpFailure'
  constructor(
    readonly kind: 'refused' | 'key' | 'lost',
    message: string,
    readonly raw: string | null = null,
    readonly doubtfulWords: string | null = null,
  ) {
    super(message)
  }
}

/** Every call rejects with an ErpFailure. Reads are retried first; a write never is. */
export interface Erp {
  readonly program: ErpProgram
  factories(key: ErpKey): Promise<readonly ErpFactory[]>
  phoneModels(key: ErpKey, factoryId: string): Promise<readonly ErpPhoneModel[]>
  materials(key: ErpKey, factoryId: string): Promise<readonly ErpMaterial[]>
  /** Returns null when the factory has no line with this outside id. */
  findLine(key: ErpKey, factoryId: string, outsideId: string): Promise<ErpReceipt | null>
  createLine(key: ErpKey, factoryId: string, line: ErpLine): Promise<ErpReceipt>
  /**
   * Asks the factory not to make a line; absent: the program takes no cancellations, and the seller calls the factory. Returns the line as it
   * is now, `ended` once it is cancelled and not while the factory decides, and null when the factory has no such line. Rejects with
   * `refused` where the factory makes it all the same, with its words. It may be called again: a line that is cancelled stays so.
   */
  cancelLine?(key: ErpKey, factoryId: string, outsideId: string): Promise<ErpReceipt | null>
}

/** The programs of this server, by their kind. */
export type Erps = Readonly<Partial<Record<ErpKind, Erp>>>
