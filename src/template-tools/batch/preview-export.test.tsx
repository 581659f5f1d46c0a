import { screen } from '@testing-library/react'
import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import type { LocalFile } from '../../../adapters/platform'
import { fakeApi } from '../../api/test/fake-api'
import { fakePlatform } from '../../api/test/fake-platform'
import { renderScreen } from '../../api/test/render-screen'
import { PreviewExportBar } from './preview-export-bar'
import { type PreviewExportRequest, usePreviewExport } from './use-preview-export'

const templates = ['海浪', '西瓜', '椰树'].map((name, at) => ({
  id: at + 1,
  name,
})) as unknown as PreviewExportRequest['templates']

function Shown({ request }: { readonly request: PreviewExportRequest }) {
  const previewExport = usePreviewExport()
  return (
    <>
      <button type="button" onClick={() => previewExport.start(request)}>
        保存
      </button>
      <PreviewExportBar {...previewExport} />
    </>
  )
}

/** Renders the bar with a disk that gives these answers; pictures of the templates named in `failing` fail. */
function open(answers: readonly ('saved' | 'closed' | 'full')[], failing: readonly string[] = []) {
  const left = [...answers]
  const broken = new Set(failing)
  const files: LocalFile[] = []
  const platform = fakePlatform({
    saveFile: async (file: LocalFile) => {
      files.push(file)
      const answer = left.shift()
      if (answer === 'full') throw new Error('磁盘空间不足，清理后再试')
      return { saved: answer === 'saved' }
    },
  })
  const request: PreviewExportRequest = {
    templates,
    zipName: '预览图.zip',
    renderPreview: async ({ name }) => {
      if (broken.has(name)) throw new Error('图层「花」的图片没有读取成功')
      return new Blob([name])
    },
  }
  const { user } = renderScreen(<Shown request={request} />, { api: fakeApi({}).api, platform })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const names = async (at: number) => {
    const bytes = await (files[at]?.blob ?? new Blob()).arrayBuffer()
    return Object.keys((await JSZip.loadAsync(bytes)).files)
  }
  return { press, files, names, mend: () => broken.clear() }
}

describe('saving the previews', () => {
  test('after saving, the bar says how many previews are on the disk', async () => {
    const { press, names } = open(['saved'])
    await press('保存')
    expect(await screen.findByText('已保存 3 张预览图到「预览图.zip」')).toBeTruthy()
    expect(await names(0)).toEqual(['海浪.jpg', '西瓜.jpg', '椰树.jpg'])
  })

  test('a closed save dialog loses nothing, and the same archive is offered again', async () => {
    const { press, files } = open(['closed', 'saved'])
    await press('保存')
    expect(await screen.findByText('3 张预览图已生成，还没有保存到电脑')).toBeTruthy()
    await press('重新保存')
    expect(await screen.findByText(/^已保存 3 张/)).toBeTruthy()
    expect(files[1]?.blob).toBe(files[0]?.blob)
  })

  test('when the disk refuses the archive, the bar says why', async () => {
    const { press } = open(['full', 'saved'])
    await press('保存')
    expect(await screen.findByText('磁盘空间不足，清理后再试')).toBeTruthy()
    await press('重新保存')
    expect(await screen.findByText(/^已保存 3 张/)).toBeTruthy()
  })

  test('previews that failed are listed, and a retry makes only these', async () => {
    const { press, names, mend } = open(['saved', 'saved'], ['西瓜'])
    await press('保存')
    expect(await screen.findByText('1 张没有生成')).toBeTruthy()
    expect(screen.getByRole('listitem').textContent).toBe('西瓜：图层「花」的图片没有读取成功')
    expect(await names(0)).toEqual(['海浪.jpg', '椰树.jpg'])
    mend()
    await press('重试失败项')
    expect(await screen.findByText('已保存 1 张预览图到「预览图.zip」')).toBeTruthy()
    expect(await names(1)).toEqual(['西瓜.jpg'])
  })

  test('when no preview could be made, the bar says so and saves no empty archive', async () => {
    const { press, files } = open([], ['海浪', '西瓜', '椰树'])
    await press('保存')
    expect(await screen.findByText('没有一张预览图生成成功')).toBeTruthy()
    expect(files).toEqual([])
  })
})
