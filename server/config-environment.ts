/** The environment's variables, each with its check, its default and its line in docs/configuration.md, which is written from here. */
import { z } from 'zod'
import { byteUnits } from '../contract/rules/sizes'
import {
  integer,
  list,
  parsed,
  readAncestors,
  readBytes,
  readCutoutClasses,
  readDatabaseUrl,
  readEmbedHosts,
  readErpUrl,
  readGateway,
  readHosts,
  readOrigins,
  readUrl,
  readVerifyFiles,
  readWebViewSdks,
} from './config-values'
import { cutoutClasses } from './domain/cutout/classes'
import { parseBackupTarget } from './infra/backup/target'
import { type AliyunAddress, parseAliyunAddress } from './infra/cutout/aliyun-address'
import { parseMiniAppTemplate } from './infra/marketplaces/taobao/mini-app-address'
import { officialGateway } from './infra/marketplaces/taobao/top-client'
import { parseNetworks } from './infra/net/address'
import { readRsaKey } from './infra/payments/rsa-keys'
import { parseS3Address } from './infra/storage/s3-address'

/** The value of MODERATION, before the secret of another program is added. */
type Moderation =
  | { readonly kind: 'none' | 'review' | 'demo' }
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'aliyun'; readonly address: AliyunAddress }

function readModeration(text: string): Moderation {
  if (text === 'none' || text === 'review' || text === 'demo') return { kind: text }
  if (text.startsWith('aliyun:'))
    return { kind: 'aliyun', address: parseAliyunAddress(text, 'green-cip.cn-shanghai.aliyuncs.com') }
  if (!/^https?:/.test(text)) throw new Error('须为 none、review、demo、https:// 网址或 aliyun:// 地址')
  return { kind: 'http', url: readErpUrl(text) }
}

const appText = z
  .string()
  .trim()
  .regex(/^[\w-]{4,128}$/, '须为平台给出的文本（字母、数字、_ 和 -）')

const onOff = z.enum(['0', '1'], '须为 0 或 1')

export const environment = z.object({
  PORT: parsed((text) => {
    const port = Number(text)
    if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`"${text}" 不是端口号（0–65535）`)
    return port
  })
    .default(4600)
    .describe('Port it listens on'),
  HOST: z.string().trim().min(1, '不能为空').default('127.0.0.1').describe('Address it listens on'),
  DATA_DIR: z.string().min(1, '不能为空').default('.data').describe('Embedded database and files'),
  DATABASE_URL: parsed(readDatabaseUrl).optional().describe('PostgreSQL 15+ instead of the embedded database'),
  DATABASE_POOL: integer(2, 500).default(10).describe('Connections to it at most ([production](production.md))'),
  DATABASE_CONNECT_TIMEOUT: integer(1, 60).default(10).describe('Seconds until a wait for a connection is given up'),
  DATABASE_STATEMENT_TIMEOUT: integer(1, 600).default(30).describe('Seconds until a statement is given up'),
  DATABASE_LOCK_TIMEOUT: integer(1, 600).default(10).describe('Seconds until a wait for a lock is given up'),
  DATABASE_IDLE_TIMEOUT: integer(1, 600).default(15).describe('Seconds until a transaction that stands still is given up'),
  DATABASE_MIGRATION_WAIT: integer(1, 3600)
    .default(60)
    .describe('Seconds that a start or `npm run migrate` waits for the migrations of another process, and for tables in use'),
  STORAGE_URL: parsed(parseS3Address)
    .optional()
    .describe(
      'S3-compatible storage instead of `DATA_DIR/files`; the database notes which one holds its files, and a process with another is refused',
    ),
  STORAGE_QUOTA: parsed(readBytes)
    .default(100 * byteUnits.GB)
    .describe('What the files of one account may take (`500MB`, `2TB`; `0`: no limit)'),
  DISK_RESERVE: parsed(readBytes).optional().describe('What uploads leave free on the disk of `DATA_DIR`'),
  WEB_DIR: z.string().min(1).optional().describe('The built plugin, when it is elsewhere'),
  PUBLIC_URL: parsed(readUrl).default('').describe('Public address, when answers must carry absolute URLs'),
  FILES_URL: parsed(readUrl)
    .optional()
    .describe("Address of a CDN in front of this server's stored files ([production](production.md#a-cdn-for-pictures))"),
  BUYER_URL: parsed(readUrl)
    .optional()
    .describe(
      "Another program in which buyers customize: links are `BUYER_URL/SHOP?s=SETTING`; without it this server serves the buyers' page",
    ),
  CORS_ORIGINS: parsed(readOrigins).default([]).describe('Origins, comma-separated, that may call the API from another page'),
  FRAME_ANCESTORS: parsed(readAncestors).default("'self'").describe('Pages that may frame the plugin'),
  EMBED_HOSTS: parsed(readEmbedHosts)
    .default([])
    .describe('Hosts, besides local ones, whose pages may embed the push dialog ([embedding](embedding.md))'),
  VERIFY_FILES: parsed(readVerifyFiles)
    .default(() => new Map())
    .describe(
      'Files at the root by which other platforms verify this address, such as WeChat for a `web-view`: `NAME.txt=CONTENT`, several with commas ([buyer](buyer.md))',
    ),
  TRUSTED_PROXIES: parsed((text) => parseNetworks(list(text)))
    .default(() => () => false)
    .describe('Proxies whose `X-Forwarded-For` counts'),
  API_LIMIT_ACCOUNT: integer(0, 1_000_000)
    .default(12_000)
    .describe('Calls a minute of one account, over all processes; `0`: no limit'),
  API_LIMIT_ADDRESS: integer(0, 1_000_000)
    .default(24_000)
    .describe('Calls a minute of one address (/64 of IPv6), over all processes; `0`: no limit'),
  API_LIMIT_KEY: integer(0, 1_000_000).default(600).describe('Calls a minute of one API key, over all processes; `0`: no limit'),
  DEMO: onOff.default('1').describe('`0`: no demo shop'),
  DEMO_PASSWORD: z
    .string()
    .min(8, '至少 8 位')
    .max(128, '最多 128 位')
    .default('kejiang-demo')
    .describe("Password of the demo's account"),
  DEMO_FAULTS: onOff
    .default('0')
    .describe(
      "`1`: the demo's factories, marketplace and cashier fail as they are told, or are as hard as real ones, and tests buy at the demo's marketplace ([production](production.md))",
    ),
  ALLOW_PUBLIC_DEMO: onOff.default('0').describe('`1`: allow the demo account on an address others can reach'),
  PICTURE_HOSTS: parsed(readHosts).default([]).describe("Hosts, besides the marketplace's, that pictures may be copied from"),
  CUTOUT_HOST: parsed(readUrl).optional().describe('Another server that cuts pictures out'),
  CUTOUT_SECRET: z.string().min(32, '至少 32 个字符').optional().describe('The secret shared with it, at least 32 characters'),
  CUTOUT_PICTURES: parsed(readUrl).optional().describe('Address under which that server fetches pictures from this one'),
  CUTOUT_SERVICE: parsed((text) => parseAliyunAddress(text))
    .optional()
    .describe('A stronger cut-out service: `aliyun://KEY:SECRET@HOST`'),
  CUTOUT_CLASSES: parsed(readCutoutClasses)
    .default([...cutoutClasses])
    .describe('Whose pictures this process cuts out'),
  MODERATION: parsed(readModeration)
    .default({ kind: 'none' })
    .describe(
      "Who judges buyers' photos and texts: `none`, `review` (the seller), a checker's `https://` address, `aliyun://KEY:SECRET@HOST` ([buyer](buyer.md))",
    ),
  MODERATION_SECRET: z
    .string()
    .min(32, '至少 32 个字符')
    .optional()
    .describe('Secret shared with that checker, at least 32 characters'),
  WEB_VIEW_SDKS: parsed(readWebViewSdks)
    .default([])
    .describe(
      "Scripts of clients whose mini-programs choose photos for the buyers' page: `wx=https://….js`, `tt=https://….js` ([buyer](buyer.md))",
    ),
  TOP_APP_KEY: z
    .string()
    .trim()
    .regex(/^\d{4,20}$/, '须为淘宝开放平台的 App Key（数字）')
    .optional()
    .describe("App on Taobao's open platform; without it the demo has a gateway of its own, and a server without the demo none"),
  TOP_APP_SECRET: z.string().trim().min(16, '须为淘宝开放平台的 App Secret').max(128).optional().describe('Its secret'),
  TOP_RATE: integer(1, 10_000).default(20).describe('Calls a second that this app may make, by all processes together'),
  TOP_GATEWAY: parsed(readGateway).default(officialGateway).describe('Another gateway of the same protocol'),
  ORDER_SYNC_MINUTES: integer(0, 1440)
    .default(10)
    .describe("Minutes between two syncs of a shop's orders that begin by themselves; `0`: only on request"),
  WEBHOOK_NETWORKS: parsed((text) => parseNetworks(list(text)))
    .default(() => () => false)
    .describe(
      "Inner networks, such as `10.0.0.0/8`, that sellers' webhooks may be in besides public addresses ([webhooks](webhooks.md#operators))",
    ),
  WEBHOOK_HTTP: onOff.default('0').describe("`1`: sellers' webhooks may be plain `http://`"),
  NOTIFY_WEBHOOK_URL: parsed(readErpUrl)
    .optional()
    .describe("The operator's own address, which is told the notifications of every account ([webhooks](webhooks.md#operators))"),
  NOTIFY_WEBHOOK_SECRET: z
    .string()
    .min(32, '至少 32 个字符')
    .optional()
    .describe('The secret that signs them, at least 32 characters'),
  MINI_APP: parsed(parseMiniAppTemplate)
    .optional()
    .describe("Template of the shops' mini-app and its versions: `ID:1.2.0@2026-08-12=note;…`"),
  DOUYIN_APP_ID: appText.optional().describe("Mini-program that designs of Douyin's orders are handed to ([buyer](buyer.md))"),
  DOUYIN_APP_SECRET: appText.optional().describe('Its secret'),
  DOUYIN_RELAY: parsed(readGateway).optional().describe('Its backend'),
  WECHAT_STORE_APP_ID: appText.optional().describe("App by which designs of WeChat shops' orders are uploaded"),
  WECHAT_STORE_APP_SECRET: appText.optional().describe('Its secret'),
  ERP_URL: parsed(readErpUrl)
    .optional()
    .describe("Interface of the factories' program (its base address); without it the demo has two embedded factories"),
  ERP_NAME: z.string().trim().min(1, '不能为空').max(40, '最多 40 个字').optional().describe('What sellers know that program by'),
  ERP_PICTURE: z
    .enum(['png', 'tif'], '须为 png 或 tif')
    .default('png')
    .describe('What print files are sent to factories as: `png` or `tif`'),
  ERP_PROFILE: z
    .string()
    .trim()
    .min(1, '不能为空')
    .optional()
    .describe(
      "Path of the factory's CMYK profile (ICC), by which the colours of `tif` print files become inks; without it they are sRGB",
    ),
  ALIPAY_APP_ID: z
    .string()
    .trim()
    .regex(/^\d{16}$/, '须为支付宝开放平台应用的 16 位 App ID')
    .optional()
    .describe('App of the merchant on Alipay; without it the demo has a cashier of its own'),
  ALIPAY_SELLER_ID: z
    .string()
    .trim()
    .regex(/^2088\d{12}$/, '须为收款支付宝账号的 2088 开头的 16 位编号（PID）')
    .optional()
    .describe("The merchant's number (2088…)"),
  ALIPAY_PRIVATE_KEY: parsed((text) => readRsaKey('private', text))
    .optional()
    .describe('Key of the app (PEM, Base64 or a path; needs `PUBLIC_URL`)'),
  ALIPAY_PUBLIC_KEY: parsed((text) => readRsaKey('public', text))
    .optional()
    .describe("Alipay's key, likewise"),
  ALIPAY_GATEWAY: parsed(readGateway)
    .default('https://openapi.alipay.com/gateway.do')
    .describe('Another gateway of the same protocol, such as its sandbox'),
  SECRET_KEY: z
    .string()
    .min(32, '至少 32 个字符')
    .optional()
    .describe('What secrets in the database are sealed with, at least 32 characters'),
  SECRET_KEY_OLD: z
    .string()
    .min(32, '至少 32 个字符')
    .optional()
    .describe('A second key that opens them, while the key is changed ([operations](operations.md))'),
  BACKUP_TO: parsed(parseBackupTarget)
    .optional()
    .describe('Where database and files are backed up every day: a folder, `s3://…` as in `STORAGE_URL`, or `off`'),
  BACKUP_KEEP: integer(1, 3650).default(7).describe('Days of which the last backup is kept'),
  OPERATOR_TOKEN: z
    .string()
    .min(32, '至少 32 个字符')
    .optional()
    .describe("Opens the operator's page at `/operator`, at least 32 characters ([operations](operations.md))"),
  LOG_FORMAT: z
    .enum(['json', 'text'], '须为 json 或 text')
    .optional()
    .describe('Text for a person, or a JSON object a line ([operations](operations.md))'),
  REQUEST_LOG: onOff.optional().describe('A line per call: time, request id, account, route, status, milliseconds'),
  METRICS_PORT: integer(0, 65_535)
    .optional()
    .describe('Port where Prometheus reads the figures of this process ([operations](operations.md))'),
  METRICS_HOST: z.string().trim().min(1, '不能为空').default('127.0.0.1').describe('Address of that port'),
  OTEL_EXPORTER_OTLP_ENDPOINT: parsed(readUrl)
    .optional()
    .describe('OpenTelemetry collector that receives traces ([operations](operations.md))'),
  OTEL_SERVICE_NAME: z.string().trim().min(1, '不能为空').default('kejiang').describe('Name of this service in them'),
  IGNORE_SETTINGS: parsed(list)
    .default([])
    .describe(
      'Names of variables that are meant for other programs: one that looks like a setting and that nobody reads ends the start',
    ),
})

export type Environment = z.output<typeof environment>

/** Headings of docs/configuration.md, each by the variable that it begins with. */
export const headings: Readonly<Partial<Record<keyof Environment, string>>> = {
  PORT: 'Where it runs and keeps',
  PUBLIC_URL: 'Addresses and who may call',
  DEMO: 'The demo shop',
  PICTURE_HOSTS: "Pictures and buyers' photos",
  TOP_APP_KEY: 'Shops',
  ERP_URL: 'Factories',
  ALIPAY_APP_ID: 'Recharges',
  SECRET_KEY: 'Running it',
}

/** The value that holds where a variable is absent, in words, unless it is the default above. */
export const otherwise: Readonly<Partial<Record<keyof Environment, string>>> = {
  STORAGE_QUOTA: '`100GB`',
  DISK_RESERVE: '`512MB`, a tenth of a small disk',
  WEB_DIR: '`dist/web`',
  TRUSTED_PROXIES: '–',
  CUTOUT_CLASSES: '`seller,buyer`',
  MODERATION: '`none`',
  TOP_GATEWAY: "Taobao's",
  ALIPAY_GATEWAY: "Alipay's",
  SECRET_KEY: 'made once',
  BACKUP_TO: '`DATA_DIR/backups`; none on PostgreSQL',
  LOG_FORMAT: '`text` with the demo or at a terminal, else `json`',
  REQUEST_LOG: '`0` with the demo, else `1`',
}
