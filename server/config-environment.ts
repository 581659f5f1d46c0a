/** The environment's variables, each with its check and its default. */
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

/** What MODERATION says, before the secret of another program is added. */
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
  ORDER_SYNC_MINUTES: integer(0, 1440).default(5),
  PUBLIC_URL: parsed(readUrl).default(''),
  FILES_URL: parsed(readUrl).optional(),
  BUYER_URL: parsed(readUrl).optional(),
  DEMO: onOff.default('1'),
  DEMO_PASSWORD: z.string().min(8, '至少 8 位').max(128, '最多 128 位').default('kejiang-demo'),
  DEMO_FAULTS: onOff.default('0'),
  ALLOW_PUBLIC_DEMO: onOff.default('0'),
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
  REQUEST_LOG: onOff.optional(),
  DISK_RESERVE: parsed(readBytes).optional(),
  ERP_PICTURE: z.enum(['png', 'tif'], '须为 png 或 tif').default('png'),
  ERP_PROFILE: z.string().trim().min(1, '不能为空').optional(),
  SECRET_KEY: z.string().min(32, '至少 32 个字符').optional(),
  SECRET_KEY_OLD: z.string().min(32, '至少 32 个字符').optional(),
  BACKUP_TO: parsed(parseBackupTarget).optional(),
  BACKUP_KEEP: integer(1, 3650).default(7),
  WEB_DIR: z.string().min(1).optional(),
  OPERATOR_TOKEN: z.string().min(32, '至少 32 个字符').optional(),
  IGNORE_SETTINGS: parsed(list).default([]),
})

export type Environment = z.output<typeof environment>
