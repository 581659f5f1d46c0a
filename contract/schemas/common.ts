/** Schemas that several areas share. */
import { z } from 'zod'
import { maxIdsPerCall } from '../constants'
import { storedColor } from '../ground/hex-color'
import { type Range, textLimits } from '../rules/limits'

/** Id of a row of our database: a positive integer that a JSON number represents exactly. */
export const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/**
 * Returns the schema of a number in a path or a query. Only decimal digits are accepted: `0x3e8`, `1e3` and an empty text are
 * mistakes, although `Number` would read them.
 */
export const numberText = <S extends z.ZodType<number>>(number: S) =>
  z.preprocess((value) => (typeof value !== 'string' ? value : /^-?\d+$/.test(value) ? Number(value) : Number.NaN), number)
/** An id in a path or a query. */
export const idText = numberText(id)
export const idParams = z.object({ id: idText })

const idListMessage = `编号列表格式不正确：请用英文逗号分隔的正整数，一次最多 ${maxIdsPerCall} 个`

/** Comma-separated ids in a query. */
export const idList = z
  .string(idListMessage)
  .max(20_000, idListMessage)
  .regex(/^\d+(,\d+)*$/, idListMessage)
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length <= maxIdsPerCall && ids.every((n) => Number.isSafeInteger(n) && n > 0), idListMessage)

// Control characters that change the direction of text, with which a name could look like another one.
const turning = /[\u202a-\u202e\u2066-\u2069]/

// A visible character: no space, joiner or mark that draws nothing.
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/**
 * Returns the schema of a name that a seller enters. It is normalised to NFC (file names of macOS are decomposed) and trimmed.
 * `blank` is the message for an empty or invisible name, `missing` for one that was not sent.
 */
export const nameText = (blank: string, { max = textLimits.name, missing = blank }: { max?: number; missing?: string } = {}) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) })
    .normalize('NFC')
    .trim()
    .min(1, blank)
    .max(max, `名称不能超过 ${max} 个字符`)
    .refine((name) => !turning.test(name), '名称含有改变文字方向的控制字符，请删除后重试')
    .refine((name) => name === '' || visible.test(name), blank)

/** A number in a range of rules/limits.ts. */
export const within = ({ min, max }: Range) => z.number().min(min).max(max)

export const hexColor = z.string().regex(storedColor, '颜色格式不正确')

export const ok = z.object({ ok: z.literal(true) })
export const created = z.object({ id })

/** Moves an item directly before `next`; null moves it to the end. One call for the item that was moved: its neighbours follow. */
export const ordering = z.object({ next: id.nullable() })

export const page = z.object({
  pageNo: numberText(z.number().int().min(1).max(1_000_000)).default(1),
  pageSize: numberText(z.number().int().min(1).max(500)).default(50),
})

export const paged = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), totalItems: z.number().int().min(0) })

/** Address of an uploaded file: an absolute URL, or a path on the server that sent it. */
export const fileUrl = z.string().min(1).max(textLimits.url)

/** The end of the year 9999, epoch ms: the latest time that the database and ISO dates support. */
const lastTime = 253_402_300_799_999
/** Epoch milliseconds. */
export const time = z.number().int().min(0).max(lastTime)
/**
 * The day on which Taobao, the first of the marketplaces, opened: no order is older. A time in seconds that is taken for milliseconds
 * lies before it until the year 35000.
 */
const firstOrderTime = Date.UTC(2003, 4, 10)
/** Time of an order, epoch milliseconds. That it does not lie in the future is checked by the server's clock. */
export const orderTime = z
  .number()
  .int()
  .min(firstOrderTime, '下单时间须为 13 位的毫秒时间戳，且不早于 2003 年')
  .max(lastTime, '下单时间须为 13 位的毫秒时间戳')
/** Epoch milliseconds in a query. */
export const timeText = numberText(time)
