import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { FileButton, FileDrop } from './file-drop'

const picture = (name: string) => new File(['x'], name, { type: 'image/png' })

/** An entry of a dropped folder that returns its content in several batches, as in Chromium. */
function entryOf(name: string, inner?: readonly object[]) {
  if (inner === undefined) {
    return { name, isFile: true, isDirectory: false, file: (done: (file: File) => void) => done(picture(name)) }
  }
  const createReader = () => {
    const left = [...inner]
    return { readEntries: (done: (entries: object[]) => void) => done(left.splice(0, 2)) }
  }
  return { name, isFile: false, isDirectory: true, createReader }
}
const transferOf = (entries: readonly object[]) => ({
  types: ['Files'],
  files: [],
  items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
})

function show() {
  const onFiles = vi.fn()
  render(
    <FileDrop hint="把图片拖到这里" onFiles={onFiles}>
      <FileButton onFiles={onFiles} accept=".png">
        选择图片
      </FileButton>
      <input aria-label="名称" />
    </FileDrop>,
  )
  return { onFiles, zone: screen.getByRole('region', { name: '把图片拖到这里' }) }
}
const paths = (onFiles: ReturnType<typeof vi.fn>) =>
  (onFiles.mock.calls.at(-1)?.[0] as { path: string }[] | undefined)?.map((file) => file.path)

describe('FileDrop', () => {
  test('FileDrop accepts chosen files, also the same file twice', async () => {
    const { onFiles } = show()
    const input = screen.getByLabelText('选择图片', { selector: 'input' })
    await userEvent.upload(input, picture('a.png'))
    await userEvent.upload(input, picture('a.png'))
    expect(onFiles).toHaveBeenCalledTimes(2)
    expect(paths(onFiles)).toEqual(['a.png'])
  })

  test('FileDrop reads a dropped folder completely, without system files', async () => {
    const { onFiles, zone } = show()
    const folder = entryOf('线框图', [
      entryOf('1.png'),
      entryOf('.DS_Store'),
      entryOf('里面', [entryOf('2.png')]),
      entryOf('3.png'),
    ])
    fireEvent.drop(zone, { dataTransfer: transferOf([folder, entryOf('4.png')]) })
    await waitFor(() => expect(paths(onFiles)).toEqual(['线框图/1.png', '线框图/里面/2.png', '线框图/3.png', '4.png']))
  })

  test('FileDrop shows while files are held over it that they can be dropped', () => {
    const { zone } = show()
    fireEvent.dragEnter(zone, { dataTransfer: transferOf([]) })
    expect(screen.getByText('松开鼠标放下')).toBeTruthy()
    fireEvent.dragLeave(zone, { dataTransfer: transferOf([]) })
    expect(screen.getByText('把图片拖到这里')).toBeTruthy()
  })

  test('FileDrop accepts pasted files, except in a text field', async () => {
    const { onFiles } = show()
    const clipboardData = { types: ['Files'], items: [], files: [picture('截图.png')] }
    fireEvent.paste(screen.getByLabelText('名称'), { clipboardData })
    expect(onFiles).not.toHaveBeenCalled()
    fireEvent.paste(document.body, { clipboardData })
    await waitFor(() => expect(paths(onFiles)).toEqual(['截图.png']))
  })
})
