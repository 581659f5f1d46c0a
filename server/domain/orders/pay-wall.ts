/**
 * The pay wall: until a customization is paid for, no answer names its customized image, only a preview that this server makes of it.
 * The address of a preview holds a keyed hash, so neither the picture's address nor that of another preview follows from it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx, Db, Deps } from '../../kernel/context'

/** Folder of previews among the stored files' addresses. */
export const previewFolder = 'previews'

/** 192 bits. */
const macLength = 32

/** A customization's picture as it is kept: a path of ours or an https address. */
interface Kept {
  readonly id: number
  readonly url: string
}

function macOf({ secret }: Deps['prints'], { id, url }: Kept): string {
  return createHmac('sha256', secret).update(['preview', id, url].join('\n')).digest('base64url').slice(0, macLength)
}

/** The preview's address; the same for the same picture. */
export const previewUrl = ({ publicUrl, prints }: Pick<Deps, 'publicUrl' | 'prints'>, kept: Kept): string =>
  `${publicUrl}/files/${previewFolder}/${kept.id}-${macOf(prints, kept)}.webp`

const nameShape = /^(\d{1,15})-([\w-]{32})\.webp$/

/** The customization that the name of a preview speaks of; null: no such name. Whether it was given out is not known yet. */
export function previewedId(name: string): number | null {
  const id = nameShape.exec(name)?.[1]
  return id === undefined ? null : Number(id)
}

/** Whether this name was given out for this picture. */
export function isPreview({ prints }: Pick<Deps, 'prints'>, name: string, kept: Kept): boolean {
  const given = Buffer.from(nameShape.exec(name)?.[2] ?? '')
  const right = Buffer.from(macOf(prints, kept))
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The name of a preview in its address, whatever host that names; undefined for any other address. */
export const previewName = (url: string): string | undefined => /\/files\/previews\/([^/?#]+)$/.exec(url)?.[1]

/**
 * Of rows of `file`: its address may be in an answer, whatever refers to it by id. Not the customized image of a customization that nobody
 * paid for, unless the seller's own templates or assets show it, too.
 */
export const isShown = sql<boolean>`(
  not exists (select from customization made where made.customized_file_id = file.id)
  or exists (select from customization made join usage_line line
    on line.account_id = made.account_id and line.customization_id = made.id where made.customized_file_id = file.id)
  or exists (select from template_layer where template_layer.image_file_id = file.id)
  or exists (select from asset where asset.file_id = file.id)
)`

/** The customization a file is hidden for, with its picture; undefined: the file may be shown. */
export async function hiddenFor(db: Db, fileId: number): Promise<Kept | undefined> {
  const row = await db
    .selectFrom('customization')
    .innerJoin('file', 'file.id', 'customization.customized_file_id')
    .select(['customization.id', 'customization.customized_image_url as url'])
    .where('file.id', '=', fileId)
    .where(sql<boolean>`not ${isShown}`)
    .orderBy('customization.id')
    .executeTakeFirst()
  return row?.url == null ? undefined : { id: row.id, url: row.url }
}

const addressLike = /\/\/|(?:^|\/)files\/|^\s*(?:data|blob):/i

/** A layer without anything that could be the address of a picture, at whatever depth; its words and numbers stay. */
export function withoutAddresses(value: unknown): unknown {
  if (typeof value === 'string') return addressLike.test(value) ? null : value
  if (Array.isArray(value)) return value.map(withoutAddresses)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutAddresses(inner)]))
}

// Some programs write / as \/ in JSON.
const previewInText = /(?:https?:\\?\/\\?\/[^/"\\\s]+)?\\?\/files\\?\/previews\\?\/(\d{1,15}-[\w-]{32}\.webp)/g

/**
 * JSON texts with the kept addresses in place of the account's own previews: a program that reads orders and gives them back must not make
 * the preview what is printed.
 */
export async function withOriginals(ctx: Ctx, texts: readonly (string | null)[]): Promise<(string | null)[]> {
  const names = texts.flatMap((text) => (text === null ? [] : [...text.matchAll(previewInText)].map(([, name = '']) => name)))
  if (names.length === 0) return [...texts]
  const rows = await ctx.db
    .selectFrom('customization')
    .select(['id', 'customized_image_url as url'])
    .where('account_id', '=', ctx.actor.accountId)
    .where(sql<boolean>`id = any(${names.flatMap((name) => previewedId(name) ?? [])}::bigint[])`)
    .execute()
  const originals = new Map(rows.flatMap(({ id, url }) => (url === null ? [] : [[id, url] as const])))
  const original = (whole: string, name: string): string => {
    const id = previewedId(name)
    const url = id === null ? undefined : originals.get(id)
    return id !== null && url !== undefined && isPreview(ctx, name, { id, url }) ? JSON.stringify(url).slice(1, -1) : whole
  }
  return texts.map((text) => text?.replace(previewInText, original) ?? null)
}
