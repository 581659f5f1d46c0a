/** Reads the environment's settings of programs and platforms outside of this server. */
import type { Environment } from './config-environment'
import { ConfigError } from './config-values'
import type { CutoutClass } from './domain/cutout/classes'
import type { AliyunAddress } from './infra/cutout/aliyun-address'
import type { AlipayMerchant } from './infra/payments/alipay'

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

/** Throws a ConfigError that names what a checker of another program needs besides its address. */
export function moderationOf({ MODERATION: moderation, MODERATION_SECRET: secret, PUBLIC_URL }: Environment): ModerationConfig {
  if (moderation.kind !== 'http' && moderation.kind !== 'aliyun') return moderation
  if (PUBLIC_URL === '') throw new ConfigError(['MODERATION 设为别的服务时要设 PUBLIC_URL：内容检查从那里读取图片'])
  if (moderation.kind === 'aliyun') return moderation
  if (secret === undefined) throw new ConfigError(['MODERATION 设为网址时要设 MODERATION_SECRET，且与检查程序的相同'])
  return { ...moderation, secret }
}

/** Returns undefined without any of the merchant's variables; throws a ConfigError that names missing ones. */
export function readAlipay(data: Environment): AlipayConfig | undefined {
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
export function readPlatforms(data: Environment): {
  readonly douyin: DouyinConfig | undefined
  readonly wechatStore: WechatStoreConfig | undefined
} {
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
