/** The program a factory takes orders with. Codes are the factory's own, opaque or readable, and never interpreted here. */

export interface ErpProgram {
  /** What sellers know it by. */
  readonly name: string
  /** A key to try with, where the program is the embedded one. */
  readonly demoKey: string | null
}

export interface ErpFactory {
  readonly originalId: string
  readonly name: string
}

export interface ErpPhoneModel {
  readonly code: string
  /** What the factory calls it; the code where it has no other name. */
  readonly name: string
  /** Of the printed area, mm. */
  readonly widthMm: number | null
  readonly heightMm: number | null
  /** Null: the factory does not say. */
  readonly stock: number | null
}

export interface ErpMaterial {
  readonly originalId: string
  readonly code: string
  readonly name: string
  readonly colors: readonly { readonly originalId: string; readonly code: string; readonly name: string }[]
}

/** One case to be made, as often as `quantity` says. */
export interface ErpLine {
  /** What we know it by, the same for ever: the factory refuses a second line of it, or can be asked for it. */
  readonly outsideId: string
  readonly orderOriginalId: string
  readonly modelCode: string
  readonly materialCode: string
  readonly colorCode: string | null
  readonly quantity: number
  /** Where the factory fetches the print file: https, PNG or TIFF. */
  readonly pictureUrl: string
}

export interface ErpReceipt {
  /** The factory's own number. */
  readonly factoryOrderId: string
  /** The factory's word on it, such as 待生产. */
  readonly state: string
}

/**
 * How a call failed. `refused`: the factory said no, in `message`; nothing was made. `key`: the key is wrong or has ended. `lost`: no
 * answer that can be read; a write may have happened. `raw` is the answer as it came, cut to a readable length, without the key.
 */
export class ErpFailure extends Error {
  override readonly name = 'ErpFailure'
  constructor(
    readonly kind: 'refused' | 'key' | 'lost',
    message: string,
    readonly raw: string | null = null,
  ) {
    super(message)
  }
}

/** Every call rejects with an ErpFailure. Reads are asked again before they do; a write never is. */
export interface Erp {
  readonly program: ErpProgram
  factories(key: string): Promise<readonly ErpFactory[]>
  phoneModels(key: string, factoryId: string): Promise<readonly ErpPhoneModel[]>
  materials(key: string, factoryId: string): Promise<readonly ErpMaterial[]>
  /** Null: the factory has no line of this outside id. */
  findLine(key: string, factoryId: string, outsideId: string): Promise<ErpReceipt | null>
  createLine(key: string, factoryId: string, line: ErpLine): Promise<ErpReceipt>
}
