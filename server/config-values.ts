/** Reads the values of the environment: text to what the server uses, or a sentence that says what is wrong with it. */
import { z } from 'zod'
import { messageOf } from '../contract/ground/thrown'
import { byteUnits } from '../contract/rules/sizes'
import { type CutoutClass, cutoutClasses } from './domain/cutout/classes'
import { isAddressLiteral, isPublicAddress } from './infra/net/address'

/** Splits a list at commas and spaces. */
export const list = (text: string): string[] => text.split(/[,\s]+/).filter(Boolean)

/** Runs `read`; an error becomes the issue of the variable. */
export const parsed = <T>(read: (text: string) => T) =>
  z.string().transform((text, ctx): T => {
    try {
      return read(text.trim())
    } catch (error) {
      ctx.addIssue({ code: 'custom', message: messageOf(error) })
      return z.NEVER
    }
  })

/** Reads an address of http or https without query, and drops a slash at its end. */
export function readUrl(text: string): string {
  if (!URL.canParse(text)) throw new Error('须为完整网址，例如 https://shop.example.com')
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Error('须以 http:// 或 https:// 开头，不带参数和用户名')
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Reads a list of origins, each with scheme and host and without a path. */
export function readOrigins(text: string): string[] {
  return list(text).map((origin) => {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new Error(`"${origin}" 不是来源，须写成 https://example.com（协议、域名、端口，不带路径）`)
    }
    return origin
  })
}

const ancestor = /^(?:https?:\/\/)?(?:\*\.)?[a-z0-9.-]+(?::\d+)?$/i
/** Reads the pages that may frame the plugin, as the sources of `frame-ancestors`. */
export function readAncestors(text: string): string {
  const entries = list(text).map((entry) => {
    const bare = entry.replaceAll("'", '')
    if (bare === 'self' || bare === 'none') return `'${bare}'`
    if (!ancestor.test(entry)) throw new Error(`"${entry}" 须为 self、none 或 https://example.com`)
    return entry
  })
  if (entries.length === 0) throw new Error('不能为空，至少写 self 或 none')
  if (entries.includes("'none'") && entries.length > 1) throw new Error('none 不能与其他来源同时使用')
  return entries.join(' ')
}

/** Parses `erp.example.com`, with an optional port; a scheme only where it is not https. */
export function readEmbedHosts(text: string): string[] {
  return list(text.toLowerCase()).map((entry) => {
    const origin = entry.includes('://') ? entry : `https://${entry}`
    const isName = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/.test(origin) && URL.canParse(origin)
    if (!isName) throw new Error(`"${entry}" 须写成 erp.example.com 或 http://erp.lan:8080（不带路径和通配符）`)
    return new URL(origin).origin
  })
}

/** Reads the address of a PostgreSQL. */
export function readDatabaseUrl(text: string): string {
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text)) throw new Error('须为 postgresql://用户:密码@主机/数据库')
  return text
}

/** Reads a list of host names without ports. */
export function readHosts(text: string): string[] {
  return list(text).map((host) => {
    if (!/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i.test(host)) throw new Error(`"${host}" 不是域名，例如 img.example.com`)
    return host.toLowerCase()
  })
}

/** Reads a list of at least one class of cut-outs. */
export function readCutoutClasses(text: string): CutoutClass[] {
  const known = (name: string): CutoutClass => {
    const found = cutoutClasses.find((each) => each === name)
    if (!found) throw new Error(`"${name}" 不是抠图类别，可用的有 ${cutoutClasses.join('、')}`)
    return found
  }
  const classes = list(text).map(known)
  if (classes.length === 0) throw new Error(`不能为空，至少写 ${cutoutClasses.join(' 或 ')}`)
  return classes
}

/** Maximum number of verification files. A platform asks for one or two. */
const maxVerifyFiles = 50

/**
 * Reads `NAME.txt=CONTENT` pairs: files by which other platforms verify that the operator owns this address. Returns contents by
 * names. A name is a plain one that cannot reach anywhere else.
 */
export function readVerifyFiles(text: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const pair of list(text)) {
    const [, name, content] = /^([A-Za-z0-9][\w-]{0,99}\.txt)=([\x21-\x7e]{1,500})$/.exec(pair) ?? []
    if (name === undefined || content === undefined)
      throw new Error(`"${pair}" 须写成 NAME.txt=内容（名称只用字母、数字、_ 和 -，内容不带空格和逗号，最多 500 个字符）`)
    if (name === 'robots.txt') throw new Error('robots.txt 不是验证文件')
    if (files.has(name)) throw new Error(`"${name}" 写了两次`)
    files.set(name, content)
  }
  if (files.size > maxVerifyFiles) throw new Error(`最多 ${maxVerifyFiles} 个文件`)
  return files
}

/** Scripts with which mini-programs' web views bring photos to the buyers' page: `wx=https://…,tt=https://…`. */
export function readWebViewSdks(text: string): readonly string[] {
  return list(text).map((pair) => {
    if (!/^(?:wx|tt)=https:\/\/[\w.-]+(?:\/[\w./-]*)?\.js$/.test(pair))
      throw new Error(`"${pair}" 须写成 wx=https://….js 或 tt=https://….js`)
    return pair
  })
}

/** A whole number in this range. */
export const integer = (min: number, max: number) =>
  parsed((text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < min || value > max) throw new Error(`"${text}" 须为 ${min} 到 ${max} 的整数`)
    return value
  })

/** The environment is invalid; one sentence per variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** Parses `20GB`; only `0` needs no unit. */
export function readBytes(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(MB|GB|TB)$/i.exec(text) ?? []
  if (text === '0') return 0
  if (number === undefined || unit === undefined) throw new Error(`"${text}" 须写成 500MB、20GB 或 1TB`)
  return Math.round(Number(number) * byteUnits[unit.toUpperCase() as keyof typeof byteUnits])
}

/** Requires https, because requests contain the seller's session. */
export function readGateway(text: string): string {
  const url = readUrl(text)
  if (!url.startsWith('https://')) throw new Error('须以 https:// 开头')
  return url
}

/** Requires https outside the own network, because requests contain orders and buyers' pictures. */
export function readErpUrl(text: string): string {
  const url = readUrl(text)
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const inside = host === 'localhost' || (isAddressLiteral(host) && !isPublicAddress(host))
  if (!url.startsWith('https://') && !inside) throw new Error('须以 https:// 开头，只有内网地址可以用 http://')
  return url
}
