import { Spin } from '@arco-design/web-react'
import { IconFile, IconFolderAdd } from '@arco-design/web-react/icon'
import type { PickedFile } from '../../../base/picked-files'
import { FileButton, FileDrop } from '../../../ui/file-drop'
import { separatePsds } from '../psd-files'

interface PsdPickProps {
  readonly multiple: boolean
  readonly busy: boolean
  readonly onFiles: (files: readonly PickedFile[]) => void
  readonly onProblem: (text: string) => void
}

/** Ways to choose PSD files, with a note on what becomes of them. */
export function PsdPick({ multiple, busy, onFiles, onProblem }: PsdPickProps) {
  // Of a folder only its PSDs are read; a file chosen by itself is always read, and its error says if it is no PSD.
  const addFiles = async (files: readonly PickedFile[]) => {
    const isFolder = files.some((file) => file.path !== file.name)
    const wanted = isFolder ? (await separatePsds(files)).psds : files
    if (wanted.length === 0) onProblem('文件夹里没有 PSD 或 PSB 文件')
    else onFiles(wanted)
  }
  return (
    <>
      <FileDrop
        hint={multiple ? '把一个或多个 PSD、PSB 文件拖到这里' : '把一个 PSD 或 PSB 文件拖到这里'}
        disabled={busy}
        onFiles={addFiles}
        onProblem={() => onProblem('读取不到拖进来的文件，请改用按钮选择')}
      >
        <FileButton type="primary" icon={<IconFile />} multiple={multiple} disabled={busy} onFiles={addFiles}>
          选择PSD文件
        </FileButton>
        {multiple && (
          <FileButton folder icon={<IconFolderAdd />} disabled={busy} onFiles={addFiles}>
            选择文件夹
          </FileButton>
        )}
      </FileDrop>
      {busy && (
        <div className="psd-reading" role="status">
          <Spin size={16} /> 正在读取画板…
        </div>
      )}
      <ul className="psd-rules">
        <li>
          {multiple
            ? '每个画板变成一个模板；没有画板的文件，整个画布是一个。'
            : '选一个画板，它的图层放进当前设计；没有画板的文件，整个画布是一个。'}
        </li>
        <li>图层的位置、顺序、名称、显示或隐藏都保留，不透明度、蒙版和剪贴蒙版画进图片。</li>
        <li>
          店铺里有字体的文字仍是文字，别的文字、形状和智能对象变成图片；不透明度、混合模式、图层样式和调整图层会保留，个别带不进来的导入前会逐层列出，也可以改用合并图。
        </li>
        <li>CMYK、16 位等文件会转换成 RGB。文件只在这台电脑上读取，上传的是图层图片。</li>
      </ul>
    </>
  )
}
