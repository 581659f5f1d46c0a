import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createCell } from '../../../../contract/ground/cell'
import { docOf, image } from '../../../../design/test/make'
import { fakeApi } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import { type BoardScript, scriptedClient } from '../../../template-tools/psd/test/psds'
import {
  boards,
  type Files,
  failure,
  fileInput,
  findShown,
  psdFile,
  seller,
  uploadPlatform,
} from '../../../template-tools/psd/ui/test/dialogs'
import { openDesigner } from '../../test/driver'
import { type Designer, DesignerProvider } from '../context'
import { createUiState } from '../ui-state'
import { LayerImportDialog } from './layer-import-dialog'

describe('layer import', () => {
  function open(files: Files) {
    const user = seller()
    const uploads = uploadPlatform()
    const design = openDesigner(docOf(image('before')))
    const uiState = createUiState('甲')
    // The import uses only these fields of a designer; the scripted files hold no texts.
    const texts = { psdTexts: { convert: () => Promise.reject(new Error('there is no text to convert')) } }
    const fields = { session: design.session, uiState, maxFileBytes: createCell(1_000_000), texts }
    const designer = fields as unknown as Designer
    const client = scriptedClient(files)
    renderScreen(
      <DesignerProvider value={designer}>
        <LayerImportDialog client={client} />
      </DesignerProvider>,
      { api: fakeApi({}).api, platform: uploads.platform },
    )
    const names = () => design.doc().layers.map(({ name }) => name)
    return { ...design, uiState, user, client, names, uploads }
  }

  test('a layer import takes exactly one artboard, reports what differs, and is one step', async () => {
    const psd = psdFile('夏日.psd')
    const { uiState, user, names, undo, client } = open(new Map([[psd, boards]]))
    uiState.psd.set({ file: null })
    await screen.findByText('选择PSD文件')
    await user.upload(fileInput(), psd)
    await screen.findByRole('radio', { name: '画板「正面」' })
    await user.click(screen.getByRole('button', { name: '导入图层' }))
    await findShown('请选择一个画板')
    expect(names()).toEqual(['before'])
    await user.click(screen.getByRole('radio', { name: '画板「正面」' }))
    screen.getByText('所有图层都照原样导入。')
    await user.click(screen.getByRole('radio', { name: '画板「背面」' }))
    expect(screen.getAllByRole('radio', { checked: true, name: /^画板/ })).toHaveLength(1)
    within(screen.getByRole('list', { name: '「背面」的图层说明' })).getByText('图层样式（光泽）无法显示，没有导入')
    await user.click(screen.getByRole('button', { name: '导入图层' }))
    await findShown('导入成功')
    expect(names()).toEqual(['before', '星'])
    await screen.findByText('「背面」已导入')
    await user.click(screen.getByRole('button', { name: '完成' }))
    expect(uiState.psd.get()).toBeNull()
    undo()
    expect(names()).toEqual(['before'])
    expect(client.state.open).toBe(0)
  })

  test('a layer import can take the merged picture, where the file has one', async () => {
    const psd = psdFile('夏日.psd')
    const { uiState, user, names, uploads } = open(new Map([[psd, boards]]))
    uiState.psd.set({ file: { name: psd.name, blob: psd } })
    await user.click(await screen.findByRole('radio', { name: '画板「正面」' }))
    await user.click(screen.getByRole('radio', { name: '合并图' }))
    await screen.findByText(/^文件里没有保存合并图/)
    expect((screen.getByRole('radio', { name: '图层' }) as HTMLInputElement).checked).toBe(true)
    await user.click(screen.getByRole('radio', { name: '画板「背面」' }))
    await user.click(screen.getByRole('radio', { name: '合并图' }))
    await screen.findByText(/^整个画板作为一张图片导入/)
    await user.click(screen.getByRole('button', { name: '导入图层' }))
    await waitFor(() => expect(names()).toEqual(['before', '背面']))
    expect(uploads.sent).toEqual(['merged 背面'])
    await waitFor(() => expect(uiState.psd.get()).toBeNull())
  })

  test('the merged picture is preselected where most layers would look different, until the seller chooses otherwise', async () => {
    const psd = psdFile('夏日.psd')
    const feared = { name: '星', looksDifferent: true, reasons: ['图层样式（光泽）无法显示，没有导入'] }
    const { uiState, user } = open(
      new Map([
        [
          psd,
          [
            { name: '多', layers: [{}], report: [feared], merged: true, likeness: { different: 0.7, alike: false } },
            { name: '少', layers: [{}], report: [feared], merged: true, likeness: { different: 0.1, alike: false } },
            { name: '无', layers: [{}], report: [feared], merged: true, likeness: { different: 0, alike: true } },
          ],
        ],
      ]),
    )
    uiState.psd.set({ file: { name: psd.name, blob: psd } })
    const use = (name: string) => screen.getByRole('radio', { name }) as HTMLInputElement
    await user.click(await screen.findByRole('radio', { name: '画板「多」' }))
    await waitFor(() => expect(use('合并图').checked).toBe(true))
    screen.getByText('按图层导入时，约 70% 的画面与 Photoshop 中不同。')
    await user.click(use('图层'))
    screen.getByText('按图层导入时，约 70% 的画面与 Photoshop 中不同；选“合并图”可保持一致。')
    await user.click(screen.getByRole('radio', { name: '画板「少」' }))
    expect(use('图层').checked).toBe(true)
    screen.getByText(/约 10% 的画面/)
    await user.click(screen.getByRole('radio', { name: '画板「无」' }))
    expect(use('图层').checked).toBe(true)
    expect(screen.queryByText(/的画面与 Photoshop/)).toBeNull()
    expect(screen.queryByRole('button', { name: /「无」有/ })).toBeNull()
    screen.getByRole('button', { name: '「少」有 1 处差异，查看' })
    await user.click(screen.getByRole('radio', { name: '画板「多」' }))
    expect(use('图层').checked).toBe(true)
  })

  test.each([
    ['no artboard', [], '导入失败，未找到任何画板'],
    ['a damaged file', new Error('PSD文件已损坏（图层数据不完整）'), 'PSD文件已损坏（图层数据不完整）'],
  ] as const)('a layer import of %s shows the reason and lets the seller choose another file', async (_, content, words) => {
    const bad = psdFile('坏.psd')
    const good = psdFile('好.psd')
    const { uiState, user } = open(
      new Map<File, readonly BoardScript[] | Error>([
        [bad, content],
        [good, boards.slice(0, 1)],
      ]),
    )
    uiState.psd.set({ file: { name: bad.name, blob: bad } })
    const dialog = await failure()
    dialog.getByText('坏.psd')
    dialog.getByText(words)
    await user.click(dialog.getByRole('button', { name: '知道了' }))
    await user.upload(fileInput(), good)
    // A file's only artboard is preselected.
    const only = await screen.findByRole('radio', { name: '画板「正面」' })
    await waitFor(() => expect((only as HTMLInputElement).checked).toBe(true))
  })

  test('a cancelled layer import leaves the design unchanged and shows no failure', async () => {
    const psd = psdFile('夏日.psd')
    const { uiState, user, names, uploads, session } = open(new Map([[psd, boards.slice(0, 1)]]))
    uiState.psd.set({ file: { name: psd.name, blob: psd } })
    const only = await screen.findByRole('radio', { name: '画板「正面」' })
    await waitFor(() => expect((only as HTMLInputElement).checked).toBe(true))
    uploads.state.slow = true
    await user.click(screen.getByRole('button', { name: '导入图层' }))
    await screen.findByText(/正在导入「正面」/)
    await user.click(screen.getByRole('button', { name: '取消导入' }))
    await screen.findByRole('button', { name: '导入图层' })
    expect(names()).toEqual(['before'])
    expect(session.getState().canUndo).toBe(false)
    expect(screen.queryByText('导入失败')).toBeNull()
  })

  test('a layer import that fails midway is reported, and the retry uploads only what is missing', async () => {
    const psd = psdFile('夏日.psd')
    const { uiState, user, names, uploads } = open(new Map([[psd, boards.slice(0, 1)]]))
    uiState.psd.set({ file: { name: psd.name, blob: psd } })
    const only = await screen.findByRole('radio', { name: '画板「正面」' })
    await waitFor(() => expect((only as HTMLInputElement).checked).toBe(true))
    uploads.state.failuresLeft = 1
    await user.click(screen.getByRole('button', { name: '导入图层' }))
    const dialog = await failure()
    dialog.getByText('网络断开，请重试')
    expect(names()).toEqual(['before'])
    await user.click(dialog.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(names()).toEqual(['before', '底', '字']))
    expect([...uploads.sent].sort()).toEqual(['picture 0', 'picture 1'])
  })
})
