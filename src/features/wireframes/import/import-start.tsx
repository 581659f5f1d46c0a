import { IconFile, IconFolderAdd, IconList, IconStorage } from '@arco-design/web-react/icon'
import type { PickedFile } from '../../../base/picked-files'
import { pictureAccept } from '../../../base/picture-files'
import { FileButton, FileDrop } from '../../../ui/file-drop'
import { ProgressBar } from '../../../ui/progress-bar'
import type { BusyState } from './draft'
import { extensions } from './file-name'
import { manyPicturesWarning } from './plan'

interface PickProps {
  readonly busy: boolean
  readonly onFiles: (files: readonly PickedFile[]) => void
}

/** The buttons for picking files, a folder or a zip file: some clients do not support dropping. */
export function PickButtons({ busy, onFiles }: PickProps) {
  return (
    <>
      <FileButton type="primary" icon={<IconFile />} accept={pictureAccept} disabled={busy} onFiles={onFiles}>
        选择图片
      </FileButton>
      <FileButton folder icon={<IconFolderAdd />} disabled={busy} onFiles={onFiles}>
        选择文件夹
      </FileButton>
      <FileButton icon={<IconStorage />} accept=".zip" disabled={busy} onFiles={onFiles}>
        选择压缩包
      </FileButton>
      <FileButton icon={<IconList />} accept=".csv,.tsv,.xlsx,.xls" disabled={busy} onFiles={onFiles}>
        选择尺寸表
      </FileButton>
    </>
  )
}

/** Step 0 before any file is picked: the naming rule, what the import does, and the ways to pick files. */
export function ImportStart({ busy, onFiles, onProblem }: PickProps & { readonly onProblem: (error: unknown) => void }) {
  return (
    <>
      <div className="import-naming">
        <p>按文件名自动导入，图片要这样命名：</p>
        <p className="import-example">
          <b>品牌</b>-<b>型号</b>-<b>材质</b>-<b>颜色</b>-<b>前景图</b>.png
        </p>
        <p className="import-example is-sample">
          苹果-iPhone 15 Pro-液态硅胶-黑色-前景图.png，苹果-iPhone 15 Pro-液态硅胶-黑色-背景图.png
        </p>
      </div>
      <FileDrop
        hint="把图片、文件夹或 zip 压缩包拖到这里，或复制后按 Ctrl+V 粘贴"
        disabled={busy}
        onFiles={onFiles}
        onProblem={onProblem}
      >
        <PickButtons busy={busy} onFiles={onFiles} />
      </FileDrop>
      <ul className="import-rules">
        <li>文件名共 5 段，用英文短横线“-”分开，段内不能再有“-”；最后一段是“前景图”或“背景图”。</li>
        <li>支持 {extensions.join('、')}，每张不超过 20 MB；文件夹和压缩包里的图片只看文件名。</li>
        <li>同一品牌型号材质颜色最多 2 张：前景图、背景图各 1 张，宽高必须相等。</li>
        <li>没有的品牌、型号、材质、颜色会自动创建；需要背景色的材质，新颜色按颜色名取背景色，认不出的用白色。</li>
        <li>已有线框图时：图片完全相同则跳过；同一图层直接替换；另一图层宽高相等才添加。没有给的图层保留不动。</li>
        <li>替换后尺寸变了：打印区域放得下就保持数值不变，放不下就按比例缩放。</li>
        <li>型号的毫米尺寸可以放在表格里一起选（CSV 或 .xlsx）：第一行是“型号”“宽”“高”，也可以是“尺寸”一列，例如 71.5×147.6。</li>
        <li>一次超过 {manyPicturesWarning} 张可能会慢。选好后先核对，确认了才会导入。</li>
      </ul>
    </>
  )
}

const busyTexts = { unpack: '正在解压', examine: '正在检查图片', plan: '正在核对已有数据' } as const

/** The progress of work that precedes the dry run. */
export function BusyLine({ busy: { what, done, total } }: { readonly busy: BusyState }) {
  return (
    <div className="import-busy" role="status">
      <span className="numeric">
        {busyTexts[what]}
        {total > 0 ? ` ${done}/${total}` : '…'}
      </span>
      {total > 0 && (
        <ProgressBar percent={Math.round((done / total) * 100)} size="small" showText={false} label={busyTexts[what]} />
      )}
    </div>
  )
}
