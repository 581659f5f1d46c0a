/** Addresses of print files: unguessable, for one picture at one size, readable without signing in. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps, PrintSettings } from '../../../kernel/context'
import type { ErpProgram } from '../../../ports/erp'

export const printPath = '/print_files'

/** Data that identify a print file. widthMm and heightMm are the printed area's, or null when unknown. */
export interface Print {
  readonly customizationId: number
  /** The stored address of the picture. */
  readonly url: string
  readonly widthMm: number | null
  readonly heightMm: number | null
}

/** The parts of an address before verification. */
export interface PrintParts {
  readonly customizationId: number
  readonly widthMm: number | null
  readonly heightMm: number | null
  readonly format: PrintSettings['format']
  readonly mac: string
}

/** Converts to hundredths of a millimetre; 0 for an unknown side. */
const units = (mm: number | null): number => (mm === null ? 0 : Math.round(mm * 100))
const millimetres = (text: string): number | null => (text === '0' ? null : Number(text) / 100)

/** Characters of the MAC, 192 bits. */
const macLength = 32

function macOf(
  prints: Pick<PrintSettings, 'secret'>,
  { customizationId, url, widthMm, heightMm }: Print,
  format: PrintSettings['format'],
): string {
  const text = ['print', customizationId, units(widthMm), units(heightMm), format, url].join('\n')
  return createHmac('sha256', prints.secret).update(text).digest('base64url').slice(0, macLength)
}

/** Returns the path of a print file, always the same for the same picture at the same size. */
export function printAddress({ prints }: Pick<Deps, 'prints'>, print: Print): string {
  const mac = macOf(prints, print, prints.format)
  return `${printPath}/${print.customizationId}-${units(print.widthMm)}x${units(print.heightMm)}-${mac}.${prints.format}`
}

const shape = /^(\d{1,15})-(\d{1,7})x(\d{1,7})-([\w-]{32})\.(png|tif)$/

/** Parses the name of a print file; null for any other name. The MAC is not verified yet. */
export function readPrintName(name: string): PrintParts | null {
  const [, id = '', width = '', height = '', mac = '', format] = shape.exec(name) ?? []
  if (format !== 'png' && format !== 'tif') return null
  return { customizationId: Number(id), widthMm: millimetres(width), heightMm: millimetres(height), format, mac }
}

/** Returns whether these parts were issued for this picture. */
export function isPrint(prints: Pick<PrintSettings, 'secret'>, { mac, format, ...parts }: PrintParts, url: string): boolean {
  const right = Buffer.from(macOf(prints, { ...parts, url }, format))
  const given = Buffer.from(mac)
  return right.length === given.length && timingSafeEqual(right, given)
}

const privateName = /^(?:localhost|.*\.(?:localhost|local|internal|lan|home|test))$/
const privateIpv4 = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./

/** Returns whether an address by which a caller reached this server can also be reached by others. */
function isOutward(origin: string): boolean {
  const { hostname, protocol } = new URL(origin)
  if (!/^https?:$/.test(protocol) || hostname.startsWith('[') || !hostname.includes('.')) return false
  return !privateName.test(hostname) && !privateIpv4.test(`${hostname}.`)
}

/**
 * Returns the address at which factories reach this server, without a trailing slash: its public address, or the address that the
 * caller used if the factory is the embedded one or can reach it. Null: a public address must be configured.
 */
export function printBase(
  { publicUrl, origin }: Pick<Deps, 'publicUrl'> & { readonly origin?: string },
  { demoKey }: Pick<ErpProgram, 'demoKey'>,
): string | null {
  if (publicUrl !== '') return publicUrl
  if (origin === undefined || !URL.canParse(origin)) return null
  const embedded = demoKey !== null
  return embedded || isOutward(origin) ? origin : null
}
