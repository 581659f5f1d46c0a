import { type Check, expect, rejection, rejects } from './world'

/** Checks of saving files, storage, the API of a page without network, and links. */
export const machine: readonly Check[] = [
  {
    name: 'saveFile saves a file to the disk',
    async run({ platform }) {
      const result = await platform.saveFile({ name: '订单图片.txt', blob: new Blob(['壳匠']) })
      expect(result.saved === true, 'saved', result)
    },
  },
  {
    name: 'saveFile reports a closed dialog as not saved',
    fault: 'save-cancelled',
    async run({ platform }) {
      const result = await platform.saveFile({ name: '订单图片.txt', blob: new Blob(['壳匠']) })
      expect(result.saved === false, 'not saved', result)
    },
  },
  {
    name: 'saveFile rejects with advice if the disk refuses',
    fault: 'disk',
    async run({ platform }) {
      await rejects(platform.saveFile({ name: '订单图片.txt', blob: new Blob(['壳匠']) }), 'DISK', /磁盘/)
    },
  },
  {
    name: 'storage stores texts, also Chinese and long ones',
    async run({ platform }) {
      const long = '壳'.repeat(50_000)
      expect((await platform.storage.get('conformance.none')) === null, 'what was never set is null')
      await platform.storage.set('conformance.text', '草稿 “1”')
      await platform.storage.set('conformance.text', long)
      expect((await platform.storage.get('conformance.text')) === long, 'the last value')
      await platform.storage.remove('conformance.text')
      expect((await platform.storage.get('conformance.text')) === null, 'removed')
    },
  },
  {
    name: 'http forwards requests to the admin API, and no others',
    needs: 'http',
    async run({ platform }) {
      expect(platform.http !== undefined, 'http is there')
      const reply = await platform.http({ method: 'GET', path: '/api/users/me', headers: {} })
      expect(reply.status === 401, 'without a token the API says 401', reply)
      expect(JSON.parse(reply.body).code === 'unauthenticated', 'with its own words', reply.body)
      const outside = await rejection(platform.http({ method: 'GET', path: '/files/x', headers: {} }))
      expect(outside.code === 'PERMISSION' || outside.code === 'PROTOCOL', 'nothing but the API', outside.code)
    },
  },
  {
    name: 'openLink opens only web addresses',
    async run({ platform }) {
      const script = rejection(platform.openLink('javascript:alert(1)'))
      expect((await script).code === 'PROTOCOL', 'a script is no address')
      await rejection(platform.openLink('file:///C:/Windows/system.ini'))
    },
  },
]
