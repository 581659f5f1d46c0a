import { demoSeller, embeddedSellers } from '../../../server/embedded/marketplaces/taobao/double'

/**
 * Merchants of the server that all browser tests share, besides the demo account. A file that needs a shop of its own or an empty
 * shop uses one of these instead of starting a server.
 */
export const merchants = [
  '机型店',
  '材质店',
  '线框店',
  '线框批量店',
  '线框空店',
  '毫米店',
  '尺寸店',
  '素材店',
  '素材空店',
  '导入店',
  '字体店',
  '订单店',
  '多单店',
  '文件店',
  '组件店',
  '组件印店',
  '草稿店',
  '首页店',
  '规格文字店',
  '第一小时店',
  '手工店',
  '名单店',
  '修改店',
  '买家店',
  '买家设计店',
  '买家订单店',
  '买家链接店',
  '小程序店',
  '分享店',
  '小屏店',
  '触屏店',
  '返回店',
  '找回店',
  '滤镜店',
  '审核店',
  '提交店',
  '断线照片店',
  '先拍店',
  '链接店',
  '连接店',
  '下载店',
  '打印店',
  '车间店',
  '油墨店',
  '千牛店',
  '淘宝店',
  '过期淘宝店',
  '推送店',
  '异常店',
  '规则店',
  '审批店',
  '工厂店',
  '模板店',
  '故障店',
  'kjaudit01',
] as const
export type Merchant = (typeof merchants)[number]
/** A shop that a merchant authorised: the seller's nick on the marketplace, and the session that the marketplace granted. */
export interface Grant {
  readonly nick: string
  readonly session: string
}
const ended = 'a-session-that-has-ended'
const neighbour = { nick: '邻居数码', session: ended }

/**
 * Shops on the embedded marketplace: 买家店 has one whose buyers are only those of the tests, 淘宝店 has one with a valid session and one whose session has ended, 规格文字店 one with a valid session, 过期淘宝店 only one whose
 * session has ended.
 */
export const grants: Readonly<Partial<Record<Merchant, readonly Grant[]>>> = {
  买家店: embeddedSellers.filter(({ nick }) => nick === neighbour.nick),
  淘宝店: [demoSeller, neighbour],
  规格文字店: [demoSeller],
  过期淘宝店: [{ nick: demoSeller.nick, session: ended }],
}
export const merchantPassword = 'jixing-2026'
