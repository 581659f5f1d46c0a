/**
 * Reads and validates the server's environment once. Each mistake is reported as one sentence that says what to write instead.
 */

import { join } from 'node:path'
import { environment } from './config-environment'
import {
  type AlipayConfig,
  type CutoutConfig,
  type DouyinConfig,
  type ErpConfig,
  type ModerationConfig,
  moderationOf,
  readAlipay,
  readPlatforms,
  type WechatStoreConfig,
} from './config-services'
import { unknownSettings } from './config-unknown'
import { ConfigError, list } from './config-values'
import type { CallRates } from './http/call-limits'
import type { BackupTarget } from './infra/backup/target'
import type { PoolLimits } from './infra/db/pg'
import type { LogFormat } from './infra/log/log'
import type { TaobaoAccess } from './infra/marketplaces/taobao/taobao'
import type { S3Address } from './infra/storage/s3-address'

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
  readonly taobao: TaobaoAccess | undefined
  /** Minutes between automatic syncs of a shop's orders; undefined: there are none. */
  readonly orderSyncMinutes: number | undefined
  /** The addresses of sellers' webhooks besides https at public ones, and the operator's own for notifications. */
  readonly webhooks: {
    readonly allowsHttp: boolean
    readonly isAllowed: (address: string) => boolean
    readonly operator: { readonly url: string; readonly secret: string } | undefined
  }
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
  /** The operator said that this program makes no backups. */
  readonly backupsOff: boolean
  /** Number of days whose last backup is kept. */
  readonly backupKeep: number
  /** Opens the operator's page; undefined: there is none. */
  readonly operatorToken: string | undefined
  /** Directory of the built plugin, when it is not beside the server. */
  readonly webDir: string | undefined
}

/** The embedded database is backed up beside itself unless BACKUP_TO says otherwise; a PostgreSQL is not, because its data may be large. */
const ownBackups = (databaseUrl: string | undefined, dataDir: string): BackupTarget | undefined =>
  databaseUrl === undefined ? { folder: join(dataDir, 'backups') } : undefined

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)

/** Throws a ConfigError. An empty variable counts as absent. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const unknown = unknownSettings(Object.keys(given), Object.keys(environment.shape), list(given.IGNORE_SETTINGS ?? ''))
  const result = environment.safeParse(given)
  const wrong = (result.error?.issues ?? []).map((issue) => `环境变量 ${issue.path.join('.')} 有误：${issue.message}`)
  if (!result.success || unknown.length > 0) throw new ConfigError([...wrong, ...unknown])
  const { data } = result
  const demo = data.DEMO !== '0'
  if (demo && !isLoopback(data.HOST) && data.ALLOW_PUBLIC_DEMO !== '1') {
    throw new ConfigError([
      `HOST=${data.HOST} 会把演示账号暴露给其他机器：请设 DEMO=0（推荐），或确认风险后设 ALLOW_PUBLIC_DEMO=1 并修改 DEMO_PASSWORD`,
    ])
  }
  const demoSettings = [data.DEMO_FAULTS === '1' && 'DEMO_FAULTS=1', data.MODERATION.kind === 'demo' && 'MODERATION=demo']
  const stray = demoSettings.filter((setting) => setting !== false)
  if (!demo && stray.length > 0) throw new ConfigError([`${stray.join('、')} 只用于演示，而 DEMO=0：请去掉`])
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
    throw new ConfigError(['TOP_APP_KEY 和 TOP_APP_SECRET 要一起设；都不设时，演示使用内置的模拟网关'])
  }
  if (data.CUTOUT_SERVICE !== undefined && data.PUBLIC_URL === '') {
    throw new ConfigError(['设了 CUTOUT_SERVICE 就要设 PUBLIC_URL：抠图服务从那里读取图片'])
  }
  if ((data.NOTIFY_WEBHOOK_URL === undefined) !== (data.NOTIFY_WEBHOOK_SECRET === undefined)) {
    throw new ConfigError(['NOTIFY_WEBHOOK_URL 和 NOTIFY_WEBHOOK_SECRET 要一起设'])
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
    callRates: { perAccount: data.API_LIMIT_ACCOUNT, perAddress: data.API_LIMIT_ADDRESS, perKey: data.API_LIMIT_KEY },
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
    taobao:
      data.TOP_APP_KEY === undefined || data.TOP_APP_SECRET === undefined
        ? undefined
        : {
            appKey: data.TOP_APP_KEY,
            appSecret: data.TOP_APP_SECRET,
            gateway: data.TOP_GATEWAY,
            callsPerSecond: data.TOP_RATE,
            miniApp: data.MINI_APP ?? null,
          },
    orderSyncMinutes: data.ORDER_SYNC_MINUTES === 0 ? undefined : data.ORDER_SYNC_MINUTES,
    webhooks: {
      allowsHttp: data.WEBHOOK_HTTP === '1',
      isAllowed: data.WEBHOOK_NETWORKS,
      operator:
        data.NOTIFY_WEBHOOK_URL === undefined || data.NOTIFY_WEBHOOK_SECRET === undefined
          ? undefined
          : { url: data.NOTIFY_WEBHOOK_URL, secret: data.NOTIFY_WEBHOOK_SECRET },
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
    backupsOff: data.BACKUP_TO === null,
    backupKeep: data.BACKUP_KEEP,
    operatorToken: data.OPERATOR_TOKEN,
    webDir: data.WEB_DIR,
  }
}
