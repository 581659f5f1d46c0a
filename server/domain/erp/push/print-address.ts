/** Addresses of print files: unguessable, for one picture at one size, readable without signing in. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PrintContainer } from '../../../../contract/rules/print-profile'
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
  return isSameMac(macOf(prints, { ...parts, url }, format), mac)
}

/** Compares in the same time whatever the given one is. */
function isSameMac(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** A print file that was written by a print profile, as its address names it. */
interface ProfilePrintRow {
  readonly id: number
  readonly customization_id: number
  /** Hash of everything that the file is made of. */
  readonly key: string
}

export interface ProfilePrintParts {
  readonly id: number
  readonly customizationId: number
  readonly mac: string
  readonly ending: PrintEnding
}

const endings = { tiff: 'tif', pdf: 'pdf', png: 'png' } as const
type PrintEnding = (typeof endings)[PrintContainer]

const profileMac = ({ secret }: Pick<PrintSettings, 'secret'>, { id, customization_id, key }: ProfilePrintRow): string =>
  createHmac('sha256', secret)
    .update(['profile-print', id, customization_id, key].join('\n'))
    .digest('base64url')
    .slice(0, macLength)

/** Returns the path of a file that was written by a profile: always the same for the same picture, size and profile. */
export const profilePrintAddress = (
  { prints }: Pick<Deps, 'prints'>,
  row: ProfilePrintRow & { readonly profile: { readonly container: PrintContainer } },
): string => `${printPath}/${row.customization_id}-p${row.id}-${profileMac(prints, row)}.${endings[row.profile.container]}`

/** Parses the name of a file that was written by a profile; null for any other name. The MAC is not verified yet. */
export function readProfilePrintName(name: string): ProfilePrintParts | null {
  const [, customizationId = '', id = '', mac = '', ending] =
    /^(\d{1,15})-p(\d{1,15})-([\w-]{32})\.(tif|pdf|png)$/.exec(name) ?? []
  if (ending !== 'tif' && ending !== 'pdf' && ending !== 'png') return null
  return { id: Number(id), customizationId: Number(customizationId), mac, ending }
}

/** Returns whether these parts were issued for this file. */
export const isProfilePrint = (
  prints: Pick<PrintSettings, 'secret'>,
  { mac, ending }: ProfilePrintParts,
  row: ProfilePrintRow & { readonly profile: { readonly container: PrintContainer } },
): boolean => ending === endings[row.profile.container] && isSameMac(profileMac(prints, row), mac)

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
