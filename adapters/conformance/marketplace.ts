import { isFields } from '../../contract/ground/fields'
import type { Platform } from '../platform'
import { type Check, expect, rejection, rejects } from './world'

const onsale = { fields: 'num_iid,title,pic_url,price,num,outer_id', page_no: 1, page_size: 40 }
const onSaleItems = (platform: Platform, timeoutMs?: number) =>
  platform.callMarketplace('taobao.items.onsale.get', onsale, timeoutMs === undefined ? {} : { timeoutMs })

/** Checks of marketplace calls and the picture space, which need the seller's client. */
export const marketplace: readonly Check[] = [
  {
    name: 'deleteCloudFile deletes a file of the picture space',
    needs: 'cloud.delete',
    async run(environment) {
      const cloudFileId = await environment.cloudFile()
      await environment.platform.deleteCloudFile([cloudFileId])
      expect(!(await environment.hasCloudFile(cloudFileId)), 'it is gone', cloudFileId)
    },
  },
  {
    name: 'callMarketplace resolves with the marketplace’s reply',
    needs: 'marketplace.call',
    async run({ platform }) {
      const reply = await onSaleItems(platform)
      const list = isFields(reply) ? reply.items_onsale_get_response : undefined
      const items = isFields(list) && isFields(list.items) ? list.items.item : undefined
      expect(Array.isArray(items) && items.length > 0, 'items on sale', reply)
      expect(
        items.every((item) => isFields(item) && typeof item.title === 'string'),
        'each with a title',
        items,
      )
    },
  },
  ...(
    [
      ['permission', 'PERMISSION', /权限/],
      ['sub-account', 'PERMISSION', /该子帐号无此操作权限/],
      ['business', 'TOP_BUSINESS', /商品信息有误，请检查后重试/],
      ['auth-for-ever', 'AUTH_EXPIRED', /重新授权/],
      ['wrong-kind', 'BAD_REPLY', /^返回数据发生错误，请联系客服$/],
    ] as const
  ).map(
    ([fault, code, text]): Check => ({
      name: `callMarketplace rejects with the cause of a failure: ${fault}`,
      needs: 'marketplace.call',
      fault,
      async run({ platform }) {
        await rejects(onSaleItems(platform), code, text)
      },
    }),
  ),
  {
    name: 'callMarketplace recovers from a session that has expired once',
    needs: 'marketplace.call',
    fault: 'auth-once',
    async run({ platform }) {
      expect(isFields(await onSaleItems(platform)), 'an answer')
    },
  },
  {
    name: 'callMarketplace rejects with 千牛数据返回超时 if no reply arrives',
    needs: 'marketplace.call',
    fault: 'silent',
    async run({ platform }) {
      await rejects(onSaleItems(platform, 700), 'TIMEOUT', /^千牛数据返回超时$/)
    },
  },
  {
    name: 'without a client, marketplace calls reject with the reason, in a browser 当前可能不是千牛环境',
    lacks: 'marketplace.call',
    async run({ platform }) {
      const { environment } = await platform.ready()
      const refused = async (call: Promise<unknown>) => {
        if (environment === 'browser') return rejects(call, 'NOT_QIANNIU', /^当前可能不是千牛环境$/)
        const { code, message } = await rejection(call)
        expect(code === 'NOT_QIANNIU' || code === 'UNSUPPORTED', 'it is not able to', code)
        expect(/[\u4e00-\u9fff]/.test(message), 'in words for the seller', message)
      }
      await refused(onSaleItems(platform))
      await refused(platform.storeConfig({ cloudPath: 'a/b.png', fileType: 'image' }))
      await refused(platform.deleteCloudFile(['cloud://a/b.png']))
    },
  },
  {
    name: 'storeConfig resolves with an upload address',
    needs: 'cloud.storeConfig',
    async run({ platform }) {
      const config = await platform.storeConfig({ cloudPath: 'kejiang/a.png', fileType: 'image' })
      expect(typeof config.url === 'string' && config.url !== '', 'an address to upload to', config)
    },
  },
]
