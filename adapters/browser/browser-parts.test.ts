import { describe, expect, test, vi } from 'vitest'
import { abortError } from '../../contract/ground/thrown'
import { chatAddress, webAddress } from '../links'
import { layeredStorage, memoryLayer, type StorageLayer } from './layered-storage'
import { createFolderPicker } from './pick-folder'
import { pageSaving, saveFile } from './save-file'

const closed = (): StorageLayer => ({
  get: () => Promise.reject(new Error('SecurityError')),
  set: () => Promise.reject(new Error('SecurityError')),
  remove: () => Promise.reject(new Error('SecurityError')),
})

describe('storage in layers', () => {
  test('layeredStorage skips an inaccessible layer', async () => {
    const storage = layeredStorage([closed(), memoryLayer()])
    await storage.set('a', '1')
    expect(await storage.get('a')).toBe('1')
  })

  test('layeredStorage removes an older copy when a value no longer fits its layer', async () => {
    const small = memoryLayer()
    const limited: StorageLayer = {
      ...small,
      set: (key, value) => (value.length > 3 ? Promise.reject(new Error('QuotaExceededError')) : small.set(key, value)),
    }
    const storage = layeredStorage([limited, memoryLayer()])
    await storage.set('draft', 'old')
    await storage.set('draft', 'much longer')
    expect(await storage.get('draft')).toBe('much longer')
    await storage.set('draft', 'new')
    expect(await storage.get('draft')).toBe('new')
    await storage.remove('draft')
    expect(await storage.get('draft')).toBeNull()
  })

  test('layeredStorage rejects if no layer accepts the value', async () => {
    await expect(layeredStorage([closed()]).set('a', '1')).rejects.toThrow('SecurityError')
  })
})

describe('saving a file', () => {
  const file = { name: '订单.zip', blob: new Blob(['x']) }
  const error = (name: string) => Object.assign(new Error(name), { name })
  const bench = (pick: () => Promise<never> | Promise<{ createWritable(): Promise<never> }>) => {
    const downloads: string[] = []
    const download = (name: string) => void downloads.push(name)
    return { downloads, surroundings: { pickFile: pick, download, mayDownload: () => true } }
  }

  test('saveFile reports a closed dialog as not saved and starts no download', async () => {
    const { downloads, surroundings } = bench(() => Promise.reject(error('AbortError')))
    expect(await saveFile(file, surroundings)).toEqual({ saved: false })
    expect(downloads).toEqual([])
  })

  test('saveFile downloads if the dialog is not allowed', async () => {
    const { downloads, surroundings } = bench(() => Promise.reject(error('SecurityError')))
    expect(await saveFile(file, surroundings)).toEqual({ saved: true, unseen: true })
    expect(downloads).toEqual(['订单.zip'])
  })

  test('saveFile asks for a click where the browser would ask or block, and starts no download', async () => {
    const { downloads, surroundings } = bench(() => Promise.reject(error('SecurityError')))
    expect(await saveFile(file, { ...surroundings, mayDownload: () => false })).toEqual({ saved: false, needsClick: true })
    expect(downloads).toEqual([])
  })

  test('a page may start one download by itself, and the next only after a click or within one', () => {
    const target = new EventTarget()
    const page = {
      userActivation: { isActive: false },
      URL: { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined },
      document: { createElement: () => ({ click: () => undefined, remove: () => undefined }), body: { append: () => undefined } },
    }
    vi.stubGlobal('window', globalThis)
    vi.stubGlobal('navigator', page)
    vi.stubGlobal('document', page.document)
    vi.stubGlobal('URL', page.URL)
    vi.stubGlobal('setTimeout', () => 0)
    vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
    const { download, mayDownload } = pageSaving({ toDownloads: true })
    expect(mayDownload()).toBe(true)
    download('1.zip', file.blob)
    expect([mayDownload(), pageSaving().mayDownload()]).toEqual([false, false])
    page.userActivation.isActive = true
    expect(mayDownload()).toBe(true)
    page.userActivation.isActive = false
    target.dispatchEvent(new Event('pointerdown'))
    expect(mayDownload()).toBe(true)
    vi.unstubAllGlobals()
  })

  test.each([
    ['InvalidStateError', /被其他程序改动/],
    ['NotReadableError', /占用/],
    ['NoModificationAllowedError', /另一个窗口或程序/],
    ['UnknownError', /检查磁盘/],
  ])('saveFile says what %s means and what to do', async (name, words) => {
    const { surroundings } = bench(async () => ({ createWritable: () => Promise.reject(error(name)) }))
    await expect(saveFile(file, surroundings)).rejects.toThrow(words)
  })

  test('saveFile rejects, and does not report a closed dialog, if Safe Browsing blocks the written file', async () => {
    const blocked = Object.assign(new Error('Blocked by Safe Browsing.'), { name: 'AbortError' })
    const writable = { write: async () => undefined, close: () => Promise.reject(blocked), abort: async () => undefined }
    const surroundings = {
      ...bench(() => Promise.reject(blocked)).surroundings,
      pickFile: async () => ({ createWritable: async () => writable }),
    }
    await expect(saveFile(file, surroundings)).rejects.toThrow(/安全检查拦截/)
  })

  test('pageSaving with toDownloads has no dialog', () => {
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('showSaveFilePicker', async () => undefined)
    vi.stubGlobal('window', globalThis)
    expect(pageSaving().pickFile).toBeDefined()
    expect(pageSaving({ toDownloads: true }).pickFile).toBeUndefined()
    vi.unstubAllGlobals()
  })

  test('saveFile rejects with DISK if the disk is full and starts no download', async () => {
    const { downloads, surroundings } = bench(async () => ({ createWritable: () => Promise.reject(error('QuotaExceededError')) }))
    await expect(saveFile(file, surroundings)).rejects.toMatchObject({
      code: 'DISK',
      options: { detail: { originalMessage: 'QuotaExceededError' } },
    })
    expect(downloads).toEqual([])
  })
})

describe('addresses that leave the plugin', () => {
  test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'vbscript:x', 'http://', ''])(
    'webAddress refuses %j',
    (url) => {
      expect(() => webAddress(url)).toThrow('不是网页地址')
    },
  )

  test('chatAddress contains the plain nick, encoded', () => {
    expect(chatAddress('cntaobao小王&co')).toBe(
      'https://www.taobao.com/webww/ww.php?ver=3&touid=%E5%B0%8F%E7%8E%8B%26co&siteid=cntaobao&status=1&charset=utf-8',
    )
  })
})

describe('a folder of the disk', () => {
  const page = (picker: unknown, more: object = {}) => {
    const page: Record<string, unknown> = { isSecureContext: true, showDirectoryPicker: picker, ...more }
    if (!('top' in more)) page.top = page
    return page as unknown as Window
  }

  test('pickFolder resolves with the folder, null for a closed dialog, or rejects with DISK', async () => {
    const handle = { name: '下载' }
    expect(await createFolderPicker(page(async () => handle))?.()).toBe(handle)
    expect(await createFolderPicker(page(() => Promise.reject(abortError())))?.()).toBeNull()
    await expect(createFolderPicker(page(() => Promise.reject(new DOMException('', 'SecurityError'))))?.()).rejects.toMatchObject(
      {
        code: 'DISK',
      },
    )
  })

  test('pickFolder is not offered without a picker, on plain http or in frames', () => {
    const picker = async () => ({})
    expect(
      [page(undefined), page(picker, { isSecureContext: false }), page(picker, { top: {} })].map((one) =>
        createFolderPicker(one),
      ),
    ).toEqual([null, null, null])
  })
})
