/**
 * Reads and validates the server's environment once. Each mistake is reported as one sentence that says what to write instead.
 */

import { join } from 'node:path'
import { z } from 'zod'
import { byteUnits } from '../contract/rules/sizes'
import {
  integer,
  list,
  parsed,
  readAncestors,
  readCutoutClasses,
  readDatabaseUrl,
  readEmbedHosts,
  readHosts,
  readOrigins,
  readUrl,
  readVerifyFiles,
  readWebViewSdks,
} from './config-values'
import { type CutoutClass, cutoutClasses } from './domain/cutout/classes'
import type { CallRates } from './http/call-limits'
import { type BackupTarget, parseBackupTarget } from './infra/backup/target'
import { type AliyunAddress, parseAliyunAddress } from './infra/cutout/aliyun-address'
import type { PoolLimits } from './infra/db/pg'
import type { LogFormat } from './infra/log/log'
import type { MiniAppTemplate } from './infra/marketplace/mini-app'
import { parseMiniAppTemplate } from './infra/marketplace/mini-app-address'
import { officialGateway } from './infra/marketplace/top-client'
import { isAddressLiteral, isPublicAddress, parseNetworks } from './infra/net/address'
import type { AlipayMerchant } from './infra/payments/alipay'
import { readRsaKey } from './infra/payments/rsa-keys'
import { parseS3Address, type S3Address } from './infra/storage/s3-address'

export interface Config {
  readonly port: number
  readonly host: string
  /** Directory of the embedded database and, without STORAGE_URL, of the files. */
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Limits of the database connections. */
  readonly databaseLimits: PoolLimits
  /** Maximum wait for other processes and transactions before a migration, ms. */
  readonly migrationWaitMs: number
  readonly callRates: CallRates
  readonly storage: S3Address | undefined
  /** Without a trailing slash; '' when responses contain paths only. */
  readonly publicUrl: string
  /** Address of a CDN in front of the stored files; without a trailing slash. */
  readonly filesUrl: string | undefined
  /** Address of the program in which buyers customize, for links. */
  readonly buyerUrl: string | undefined
  readonly demo: boolean
  readonly demoPassword: string
  /** The embedded factory simulates faults on request, for developers and tests. */
  readonly demoFaults: boolean
  readonly corsOrigins: readonly string[]
  /** Value of the CSP directive, such as `'self' https://example.com`. */
  readonly frameAncestors: string
  /** Origins, besides local ones, whose pages may embed the two embedded pages and exchange messages with them. */
  readonly embedOrigins: readonly string[]
  /** Contents, by name, of the files by which other platforms verify the owner of this address. */
  readonly verifyFiles: ReadonlyMap<string, string>
  readonly webViewSdks: readonly string[]
  readonly isTrustedProxy: (address: string) => boolean
  readonly pictureHosts: readonly string[]
  readonly cutout: CutoutConfig
  /** Who judges buyers' photos and texts. */
  readonly moderation: ModerationConfig
  /** The app on Taobao's open platform; undefined: the embedded gateway of the demo. */
  readonly marketplace: MarketplaceConfig | undefined
  /** The factories' program; undefined: the embedded one of the demo, or none without the demo. */
  readonly erp: ErpConfig | undefined
  /** The apps on Douyin's and WeChat's open platforms; undefined: a double of the demo, or nothing without the demo. */
  readonly douyin: DouyinConfig | undefined
  readonly wechatStore: WechatStoreConfig | undefined
  /** The merchant on Alipay's open platform; undefined: the embedded cashier of the demo, or no payments without the demo. */
  readonly alipay: AlipayConfig | undefined
  /** Maximum bytes of files per account; undefined: limited only by the disk. */
  readonly quota: number | undefined
  /** Bytes that uploads leave free on the disk; undefined: chosen by the size of the disk. */
  readonly diskReserve: number | undefined
  /** Whether each request is logged. */
  readonly requestLog: boolean
  /** Where Prometheus reads the figures of this process; undefined: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** Collector of traces; undefined: nothing is traced. */
  readonly tracing: { readonly endpoint: string; readonly serviceName: string } | undefined
  /** Text for a person, or a JSON object a line for programs. */
  readonly logFormat: LogFormat
  /** Format in which factories receive print files. */
  readonly printFormat: 'png' | 'tif'
  /** Path of the CMYK profile of the factories' TIFFs; undefined: they are in sRGB. */
  readonly printProfile: string | undefined
  /** Key that seals secrets in the database; undefined: a key that this server generates once. */
  readonly secretKey: string | undefined
  /** A second key that opens what was sealed with it, while SECRET_KEY is changed. */
  readonly oldSecretKey: string | undefined
  /** Where backups are made every day; undefined: nowhere. */
  readonly backupTo: BackupTarget | undefined
  /** Number of days whose last backup is kept. */
  readonly backupKeep: number
  /** Directory of the built plugin, when it is not beside the server. */
  readonly webDir: string | undefined
}

export type ModerationConfig =
  | { readonly kind: 'none' | 'review' | 'demo' }
  | { readonly kind: 'http'; readonly url: string; readonly secret: string }
  | { readonly kind: 'aliyun'; readonly address: AliyunAddress }

export interface CutoutConfig {
  /** Base address of a separate cutout host; undefined when this server cuts out. */
  readonly host: string | undefined
  /** Secret shared with that host. */
  readonly secret: string | undefined
  /** For a separate cutout host: base address of the admin API whose pictures it reads. */
  readonly pictures: string | undefined
  /** An external service with better results than this server's own models. */
  readonly service: AliyunAddress | undefined
  /** Classes whose queues this process works on. */
  readonly classes: readonly CutoutClass[]
}

export interface MarketplaceConfig {
  readonly appKey: string
  readonly appSecret: string
  readonly gateway: string
  readonly callsPerSecond: number
  readonly miniApp: MiniAppTemplate | null
}

export interface ErpConfig {
  /** Base address of its interface. */
  readonly url: string
  /** The program's name for sellers. */
  readonly name: string
}

export interface DouyinConfig {
  readonly appId: string
  readonly appSecret: string
  /** Where the mini-program's backend takes designs. */
  readonly relayUrl: string
}

export interface WechatStoreConfig {
  readonly appId: string
  readonly appSecret: string
}

export interface AlipayConfig {
  readonly merchant: AlipayMerchant
  readonly gateway: string
}

/** The environment is invalid; one sentence per variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

const appText = z
  .string()
  .trim()
  .regex(/^[\w-]{4,128}$/, '须为平台给出的文本（字母、数字、_ 和 -）')

const environment = z.object({
  PORT: parsed((text) => {
    const port = Number(text)
    if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`"${text}" 不是端口号（0–65535）`)
    return port
  }).default(4600),
  HOST: z.string().trim().min(1, '不能为空').default('127.0.0.1'),
  DATA_DIR: z.string().min(1, '不能为空').default('.data'),
  DATABASE_URL: parsed(readDatabaseUrl).optional(),
  DATABASE_POOL: integer(2, 500).default(10),
  DATABASE_CONNECT_TIMEOUT: integer(1, 60).default(10),
  DATABASE_STATEMENT_TIMEOUT: integer(1, 600).default(30),
  DATABASE_LOCK_TIMEOUT: integer(1, 600).default(10),
  DATABASE_MIGRATION_WAIT: integer(1, 3600).default(60),
  DATABASE_IDLE_TIMEOUT: integer(1, 600).default(15),
  STORAGE_URL: parsed(parseS3Address).optional(),
  API_LIMIT_ACCOUNT: integer(0, 1_000_000).default(12_000),
  API_LIMIT_ADDRESS: integer(0, 1_000_000).default(24_000),
  TOP_RATE: integer(1, 10_000).default(20),
  PUBLIC_URL: parsed(readUrl).default(''),
  FILES_URL: parsed(readUrl).optional(),
  BUYER_URL: parsed(readUrl).optional(),
  DEMO: z.string().default('1'),
  DEMO_PASSWORD: z.string().min(8, '至少 8 位').max(128, '最多 128 位').default('kejiang-demo'),
  DEMO_FAULTS: z.enum(['0', '1'], '须为 0 或 1').default('0'),
  ALLOW_PUBLIC_DEMO: z.string().default('0'),
  CORS_ORIGINS: parsed(readOrigins).default([]),
  FRAME_ANCESTORS: parsed(readAncestors).default("'self'"),
  EMBED_HOSTS: parsed(readEmbedHosts).default([]),
  VERIFY_FILES: parsed(readVerifyFiles).default(() => new Map()),
  WEB_VIEW_SDKS: parsed(readWebViewSdks).default([]),
  TRUSTED_PROXIES: parsed((text) => parseNetworks(list(text))).default(() => () => false),
  PICTURE_HOSTS: parsed(readHosts).default([]),
  CUTOUT_HOST: parsed(readUrl).optional(),
  CUTOUT_SECRET: z.string().min(32, '至少 32 个字符').optional(),
  CUTOUT_PICTURES: parsed(readUrl).optional(),
  CUTOUT_SERVICE: parsed((text) => parseAliyunAddress(text)).optional(),
  CUTOUT_CLASSES: parsed(readCutoutClasses).default([...cutoutClasses]),
  MODERATION: parsed(readModeration).default({ kind: 'none' }),
  MODERATION_SECRET: z.string().min(32, '至少 32 个字符').optional(),
  TOP_APP_KEY: z
    .string()
    .trim()
    .regex(/^\d{4,20}$/, '须为淘宝开放平台的 App Key（数字）')
    .optional(),
  TOP_APP_SECRET: z.string().trim().min(16, '须为淘宝开放平台的 App Secret').max(128).optional(),
  TOP_GATEWAY: parsed(readGateway).default(officialGateway),
  MINI_APP: parsed(parseMiniAppTemplate).optional(),
  DOUYIN_APP_ID: appText.optional(),
  DOUYIN_APP_SECRET: appText.optional(),
  DOUYIN_RELAY: parsed(readGateway).optional(),
  WECHAT_STORE_APP_ID: appText.optional(),
  WECHAT_STORE_APP_SECRET: appText.optional(),
  ERP_URL: parsed(readErpUrl).optional(),
  ERP_NAME: z.string().trim().min(1, '不能为空').max(40, '最多 40 个字').optional(),
  ALIPAY_APP_ID: z
    .string()
    .trim()
    .regex(/^\d{16}$/, '须为支付宝开放平台应用的 16 位 App ID')
    .optional(),
  ALIPAY_SELLER_ID: z
    .string()
    .trim()
    .regex(/^2088\d{12}$/, '须为收款支付宝账号的 2088 开头的 16 位编号（PID）')
    .optional(),
  ALIPAY_PRIVATE_KEY: parsed((text) => readRsaKey('private', text)).optional(),
  ALIPAY_PUBLIC_KEY: parsed((text) => readRsaKey('public', text)).optional(),
  ALIPAY_GATEWAY: parsed(readGateway).default('https://openapi.alipay.com/gateway.do'),
  STORAGE_QUOTA: parsed(readBytes).default(100 * byteUnits.GB),
  METRICS_PORT: integer(0, 65_535).optional(),
  METRICS_HOST: z.string().trim().min(1, '不能为空').default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: parsed(readUrl).optional(),
  OTEL_SERVICE_NAME: z.string().trim().min(1, '不能为空').default('kejiang'),
  LOG_FORMAT: z.enum(['json', 'text'], '须为 json 或 text').optional(),
  REQUEST_LOG: z.enum(['0', '1'], '须为 0 或 1').optional(),
  DISK_RESERVE: parsed(readBytes).optional(),
  ERP_PICTURE: z.enum(['png', 'tif'], '须为 png 或 tif').default('png'),
  ERP_PROFILE: z.string().trim().min(1, '不能为空').optional(),
  SECRET_KEY: z.string().min(32, '至少 32 个字符').optional(),
  SECRET_KEY_OLD: z.string().min(32, '至少 32 个字符').optional(),
  BACKUP_TO: parsed(parseBackupTarget).optional(),
  BACKUP_KEEP: integer(1, 3650).default(7),
  WEB_DIR: z.string().min(1).optional(),
})

/** Parses `20GB`; only `0` needs no unit. */
function readBytes(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(MB|GB|TB)$/i.exec(text) ?? []
  if (text === '0') return 0
  if (number === undefined || unit === undefined) throw new Error(`"${text}" 须写成 500MB、20GB 或 1TB`)
  return Math.round(Number(number) * byteUnits[unit.toUpperCase() as keyof typeof byteUnits])
}

/** Requires https, because requests contain the seller's session. */
function readGateway(text: string): string {
  const url = readUrl(text)
  if (!url.startsWith('https://')) throw new Error('须以 https:// 开头')
  return url
}

/** What MODERATION says, before the secret of another program is added. */
function readModeration(text: string): ModerationConfig | { readonly kind: 'http'; readonly url: string } {
  if (text === 'none' || text === 'review' || text === 'demo') return { kind: text }
  if (text.startsWith('aliyun:'))
    return { kind: 'aliyun', address: parseAliyunAddress(text, 'green-cip.cn-shanghai.aliyuncs.com') }
  if (!/^https?:/.test(text)) throw new Error('须为 none、review、demo、https:// 网址或 aliyun:// 地址')
  return { kind: 'http', url: readErpUrl(text) }
}

/** Throws a ConfigError that names what a checker of another program needs besides its address. */
function moderationOf({
  MODERATION: moderation,
  MODERATION_SECRET: secret,
  PUBLIC_URL,
}: z.output<typeof environment>): ModerationConfig {
  if (moderation.kind !== 'http' && moderation.kind !== 'aliyun') return moderation
  if (PUBLIC_URL === '') throw new ConfigError(['MODERATION 设为别的服务时要设 PUBLIC_URL：内容检查从那里读取图片'])
  if (moderation.kind === 'aliyun') return moderation
  if (secret === undefined) throw new ConfigError(['MODERATION 设为网址时要设 MODERATION_SECRET，且与检查程序的相同'])
  return { ...moderation, secret }
}

/** Requires https outside the own network, because requests contain orders and buyers' pictures. */
function readErpUrl(text: string): string {
  const url = readUrl(text)
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const inside = host === 'localhost' || (isAddressLiteral(host) && !isPublicAddress(host))
  if (!url.startsWith('https://') && !inside) throw new Error('须以 https:// 开头，只有内网地址可以用 http://')
  return url
}

/** Returns undefined without any of the merchant's variables; throws a ConfigError that names missing ones. */
function readAlipay(data: z.output<typeof environment>): AlipayConfig | undefined {
  const { ALIPAY_APP_ID: appId, ALIPAY_SELLER_ID: sellerId, ALIPAY_PRIVATE_KEY: privateKey, ALIPAY_PUBLIC_KEY: publicKey } = data
  const given = { ALIPAY_APP_ID: appId, ALIPAY_SELLER_ID: sellerId, ALIPAY_PRIVATE_KEY: privateKey, ALIPAY_PUBLIC_KEY: publicKey }
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length === Object.keys(given).length) return undefined
  if (data.PUBLIC_URL === '') missing.push('PUBLIC_URL（支付宝把支付结果通知到那里）')
  if (missing.length > 0 || !appId || !sellerId || !privateKey || !publicKey) {
    throw new ConfigError([`用支付宝收款还要设 ${missing.join('、')}；全部不设时，演示使用内置收银台`])
  }
  return { merchant: { appId, sellerId, privateKey, publicKey }, gateway: data.ALIPAY_GATEWAY }
}

/** Throws a ConfigError that names what is missing of a platform's app. */
function readPlatforms(data: z.output<typeof environment>): Pick<Config, 'douyin' | 'wechatStore'> {
  const { DOUYIN_APP_ID, DOUYIN_APP_SECRET, DOUYIN_RELAY, WECHAT_STORE_APP_ID, WECHAT_STORE_APP_SECRET } = data
  const douyin = { DOUYIN_APP_ID, DOUYIN_APP_SECRET, DOUYIN_RELAY }
  const wechat = { WECHAT_STORE_APP_ID, WECHAT_STORE_APP_SECRET }
  for (const given of [douyin, wechat]) {
    const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []))
    if (missing.length > 0 && missing.length < Object.keys(given).length)
      throw new ConfigError([`${Object.keys(given).join('、')} 要一起设，还缺 ${missing.join('、')}`])
  }
  return {
    douyin:
      DOUYIN_APP_ID && DOUYIN_APP_SECRET && DOUYIN_RELAY
        ? { appId: DOUYIN_APP_ID, appSecret: DOUYIN_APP_SECRET, relayUrl: DOUYIN_RELAY }
        : undefined,
    wechatStore:
      WECHAT_STORE_APP_ID && WECHAT_STORE_APP_SECRET
        ? { appId: WECHAT_STORE_APP_ID, appSecret: WECHAT_STORE_APP_SECRET }
        : undefined,
  }
}

/** The embedded database is backed up beside itself unless told otherwise; a PostgreSQL is not, because its data may be large. */
const ownBackups = (databaseUrl: string | undefined, dataDir: string): BackupTarget | undefined =>
  databaseUrl === undefined ? { folder: join(dataDir, 'backups') } : undefined

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)

/** Throws a ConfigError. An empty variable counts as absent. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = environment.safeParse(given)
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `环境变量 ${issue.path.join('.')} 有误：${issue.message}`))
  }
  const { data } = result
  const demo = data.DEMO !== '0'
  if (demo && !isLoopback(data.HOST) && data.ALLOW_PUBLIC_DEMO !== '1') {
    throw new ConfigError([
      `HOST=${data.HOST} 会把演示账号暴露给其他机器：请设 DEMO=0（推荐），或确认风险后设 ALLOW_PUBLIC_DEMO=1 并修改 DEMO_PASSWORD`,
    ])
  }
  if (data.SECRET_KEY_OLD !== undefined && data.SECRET_KEY === undefined) {
    throw new ConfigError(['设了 SECRET_KEY_OLD 就要设 SECRET_KEY：前者是旧密钥，后者是新密钥'])
  }
  if (data.ERP_PROFILE !== undefined && data.ERP_PICTURE !== 'tif') {
    throw new ConfigError(['设了 ERP_PROFILE 就要设 ERP_PICTURE=tif：只有 TIF 印刷文件按颜色配置文件转为油墨'])
  }
  if (data.CUTOUT_HOST !== undefined && data.CUTOUT_SECRET === undefined) {
    throw new ConfigError(['设了 CUTOUT_HOST 就要设 CUTOUT_SECRET，且与抠图服务的相同'])
  }
  if ((data.TOP_APP_KEY === undefined) !== (data.TOP_APP_SECRET === undefined)) {
    throw new ConfigError(['TOP_APP_KEY 和 TOP_APP_SECRET 要一起设；都不设时使用内置的模拟网关'])
  }
  if (data.CUTOUT_SERVICE !== undefined && data.PUBLIC_URL === '') {
    throw new ConfigError(['设了 CUTOUT_SERVICE 就要设 PUBLIC_URL：抠图服务从那里读取图片'])
  }
  if (data.ERP_NAME !== undefined && data.ERP_URL === undefined) {
    throw new ConfigError(['设了 ERP_NAME 就要设 ERP_URL；都不设时，演示使用内置的演示工厂'])
  }
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    databaseLimits: {
      connections: data.DATABASE_POOL,
      connectMs: 1000 * data.DATABASE_CONNECT_TIMEOUT,
      statementMs: 1000 * data.DATABASE_STATEMENT_TIMEOUT,
      lockMs: 1000 * data.DATABASE_LOCK_TIMEOUT,
      idleInTransactionMs: 1000 * data.DATABASE_IDLE_TIMEOUT,
    },
    migrationWaitMs: 1000 * data.DATABASE_MIGRATION_WAIT,
    callRates: { perAccount: data.API_LIMIT_ACCOUNT, perAddress: data.API_LIMIT_ADDRESS },
    storage: data.STORAGE_URL,
    publicUrl: data.PUBLIC_URL,
    filesUrl: data.FILES_URL,
    buyerUrl: data.BUYER_URL,
    demo,
    demoPassword: data.DEMO_PASSWORD,
    demoFaults: data.DEMO_FAULTS === '1',
    corsOrigins: data.CORS_ORIGINS,
    frameAncestors: data.FRAME_ANCESTORS,
    embedOrigins: data.EMBED_HOSTS,
    verifyFiles: data.VERIFY_FILES,
    webViewSdks: data.WEB_VIEW_SDKS,
    isTrustedProxy: data.TRUSTED_PROXIES,
    pictureHosts: data.PICTURE_HOSTS,
    cutout: {
      host: data.CUTOUT_HOST,
      secret: data.CUTOUT_SECRET,
      pictures: data.CUTOUT_PICTURES,
      service: data.CUTOUT_SERVICE,
      classes: data.CUTOUT_CLASSES,
    },
    moderation: moderationOf(data),
    marketplace:
      data.TOP_APP_KEY === undefined || data.TOP_APP_SECRET === undefined
        ? undefined
        : {
            appKey: data.TOP_APP_KEY,
            appSecret: data.TOP_APP_SECRET,
            gateway: data.TOP_GATEWAY,
            callsPerSecond: data.TOP_RATE,
            miniApp: data.MINI_APP ?? null,
          },
    erp: data.ERP_URL === undefined ? undefined : { url: data.ERP_URL, name: data.ERP_NAME ?? new URL(data.ERP_URL).hostname },
    ...readPlatforms(data),
    alipay: readAlipay(data),
    quota: data.STORAGE_QUOTA === 0 ? undefined : data.STORAGE_QUOTA,
    diskReserve: data.DISK_RESERVE,
    requestLog: data.REQUEST_LOG === undefined ? !demo : data.REQUEST_LOG === '1',
    metrics: data.METRICS_PORT === undefined ? undefined : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    tracing:
      data.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: data.OTEL_SERVICE_NAME },
    // The demo is started by a person, who reads the addresses and the login.
    logFormat: data.LOG_FORMAT ?? (demo || process.stdout.isTTY ? 'text' : 'json'),
    printFormat: data.ERP_PICTURE,
    printProfile: data.ERP_PROFILE,
    secretKey: data.SECRET_KEY,
    oldSecretKey: data.SECRET_KEY_OLD,
    backupTo: data.BACKUP_TO === undefined ? ownBackups(data.DATABASE_URL, data.DATA_DIR) : (data.BACKUP_TO ?? undefined),
    backupKeep: data.BACKUP_KEEP,
    webDir: data.WEB_DIR,
  }
}
