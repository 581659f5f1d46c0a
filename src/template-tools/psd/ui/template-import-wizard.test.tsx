import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { templateRow } from '../../../../contract/test/templates'
import type { TemplateCreate } from '../../../../contract/types'
import { setAgreementAccepted } from '../../../agreement/agreement-store'
import { fakeApi } from '../../../api/test/fake-api'
import { renderScreen, testQueries } from '../../../api/test/render-screen'
import { pageLocks } from '../../../base/tasks/task-locks'
import { memoryTaskStorage } from '../../../base/tasks/task-storage'
import { createTaskStore } from '../../../base/tasks/task-store'
import { TaskStoreProvider } from '../../../ui/tasks'
import type { FileStore } from '../file-store'
import { createPsdTemplates, type PsdTemplateServices } from '../template-import'
import { type BoardScript, picture, scriptedClient } from '../test/psds'
import TemplateImportWizard from './template-import-wizard'
import { boards, type Files, failure, fileInput, findShown, psdFile, seller, uploadPlatform } from './test/dialogs'

describe('template import', () => {
  beforeEach(() => setAgreementAccepted(false))

  function open(files: Files) {
    const user = seller()
    const uploads = uploadPlatform()
    const client = scriptedClient(files)
    const made: TemplateCreate[] = []
    const closed: string[] = []
    const kept = new Map<string, Blob>()
    const fileStore: FileStore = {
      put: async (key, blob) => void kept.set(key, blob),
      get: async (key) => kept.get(key),
      remove: async (key) => void kept.delete(key),
    }
    const collections = [
      { id: 7, name: '夏日', next: 8 },
      { id: 8, name: '国风', next: null },
    ]
    const { api } = fakeApi({
      users: { me: { username: 'demo', permissions: [] } },
      phoneBrands: { list: [] },
      phoneCaseMaterials: { list: [] },
      phoneCaseSkus: { list: [] },
      templateCollections: { list: collections },
      templates: { create: ({ body }) => ({ ...templateRow({ id: made.push(body) }), layers: [] }) },
    })
    const services = { api, platform: uploads.platform, queries: testQueries() }
    let ids = 0
    const kind = createPsdTemplates({
      open: client.open,
      files: fileStore,
      encoder: { encode: async (blob) => blob },
      painter: () => ({ paint: async () => undefined, finish: async () => picture('thumbnail'), discard: () => undefined }),
      uuid: () => `uuid-${++ids}`,
    })
    const store = createTaskStore<PsdTemplateServices>({
      services,
      kinds: async () => kind,
      storage: memoryTaskStorage(),
      locks: pageLocks(),
      network: { isOnline: () => true, onChange: () => () => undefined },
    })
    store.setAccount('demo')
    renderScreen(
      <TaskStoreProvider store={store}>
        <TemplateImportWizard
          open
          collectionId={7}
          client={client}
          files={fileStore}
          onClose={() => closed.push('closed')}
          onShow={(id) => closed.push(`shows ${id}`)}
        />
      </TaskStoreProvider>,
      services,
    )
    return { user, made, closed, client, store, kept, uploads }
  }

  test('the wizard lists the artboards of many files, requires at least one, and makes a template of each', async () => {
    const summer = psdFile('夏日.psd')
    const poster = psdFile('海报.psd')
    const bad = psdFile('坏.psd')
    const { user, made, closed, client, kept } = open(
      new Map<File, readonly BoardScript[] | Error>([
        [summer, boards],
        [poster, [{ name: 'canvas', whole: true, layers: [{ name: '底' }] }]],
        [bad, new Error('PSD文件已损坏')],
      ]),
    )
    await user.upload(fileInput(), [summer, poster, bad])
    const dialog = await failure()
    dialog.getByText('坏.psd')
    await user.click(dialog.getByRole('button', { name: '知道了' }))
    // The only artboard of a file is selected already.
    await screen.findByText('已选 1/3 个画板')
    await user.click(screen.getByRole('checkbox', { name: '画板「海报」' }))
    await user.click(screen.getByRole('button', { name: '导入模板' }))
    await findShown('请选择至少一个画板')
    await user.click(screen.getByRole('button', { name: '全选' }))
    await user.click(screen.getByRole('button', { name: '导入 3 个模板' }))
    await findShown('请先阅读并同意服务协议')
    expect(made).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: '我已阅读并同意' }))
    await user.click(screen.getByRole('button', { name: '导入 3 个模板' }))
    await screen.findByText('新增设计模板成功，共 3 个')
    expect(made.map(({ name, collectionId }) => `${collectionId} ${name}`)).toEqual(['7 正面', '7 背面', '7 海报'])
    // Buyers see an import only when the seller says so.
    expect(made.map(({ enabled }) => enabled)).toEqual([false, false, false])
    await user.click(screen.getByText('背面', { selector: 'summary *' }))
    screen.getByText('图层样式（光泽）无法显示，没有导入')
    await user.click(screen.getByRole('button', { name: '完成' }))
    expect(closed).toEqual(['closed'])
    expect(client.state).toMatchObject({ open: 0, maxOpen: 1, prepared: 1 })
    cleanup()
    expect(client.state.prepared).toBe(0)
    expect(kept.size).toBe(0)
  })

  test('the wizard shows why everything failed, and can retry it', async () => {
    const psd = psdFile('夏日.psd')
    const { user, made, uploads } = open(new Map([[psd, boards.slice(0, 1)]]))
    setAgreementAccepted(true)
    uploads.state.failuresLeft = 9
    await user.upload(fileInput(), psd)
    await user.click(await screen.findByRole('button', { name: '导入 1 个模板' }))
    const dialog = await failure()
    await dialog.findByText('网络断开，请重试')
    uploads.state.failuresLeft = 0
    await user.click(dialog.getByRole('button', { name: '重试失败项' }))
    await screen.findByText('新增设计模板成功，共 1 个')
    expect(made).toHaveLength(1)
  })

  test('the wizard stays readable with sixty layers of long names, and with none', async () => {
    const psd = psdFile('大.psd')
    const long = '一个名字很长很长的图层'.repeat(8)
    const layers = Array.from({ length: 60 }, (_, at) => ({ name: `${long} ${at}` }))
    const report = layers.map(({ name }, at) => ({
      name,
      path: ['很深的组', '更深的组'],
      ...(at < 20 && { looksDifferent: true, reasons: ['“混合颜色带”没有导入'] }),
      ...(at >= 20 && at < 40 && { fate: 'flattened' as const, reasons: ['已合并到图层组'] }),
    }))
    const { user } = open(new Map([[psd, [{ name: '大画板', layers, report }, { name: '空画板' }]]]))
    await user.upload(fileInput(), psd)
    const list = await screen.findByRole('list', { name: '「大画板」的图层说明' })
    within(list).getByText('等 20 个图层')
    await user.click(within(list).getByText('全部 20 个图层'))
    expect(within(list).getByText(`${long} 19`).closest('details')?.querySelectorAll('li')).toHaveLength(20)
    screen.getByText('20 个图层有处理，看起来不变')
    screen.getByText('其余 20 个图层照原样导入。')
    await user.click(screen.getByRole('checkbox', { name: '画板「空画板」' }))
    await screen.findByText('这个画板没有图层，整个画板作为一张图片导入。')
  })
})
