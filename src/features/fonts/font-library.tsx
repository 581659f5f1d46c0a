import { Button } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bytesText } from '../../../contract/rules/sizes'
import type { ShopFont } from '../../../contract/types'
import { resolveFileUrl } from '../../api/file-url'
import { shopFontsQuery } from '../../api/queries/fonts'
import { useApi } from '../../api/services'
import { screens } from '../../base/paths'
import type { Column } from '../../ui/column'
import { TaskReport } from '../../ui/task-report'
import { useDialog, useDialogRow } from '../../ui/use-dialog'
import { FontAdd } from './font-add'
import { fontUploadScope } from './font-upload-task'
import { LibraryTable } from './library-table'
import { LetterPicture } from './pictures'
import { RenameForm } from './rename-form'

const nameOf = (font: ShopFont) => font.name

/** A font's picture, always on a light background: it is dark on transparent, also when the page is dark. */
function Preview({ url }: { readonly url: string }) {
  return (
    <span className="fonts-preview">
      <img src={resolveFileUrl(url)} alt="" crossOrigin="anonymous" loading="lazy" />
    </span>
  )
}

/** 字体库: lists the fonts that text may be set in, in the order in which buyers see them. */
export function FontLibrary() {
  const fonts = useQuery(shopFontsQuery(useApi()))
  const dialog = useDialog(screens.fonts)
  const renamed = useDialogRow(dialog, 'rename', fonts.data, '字体')
  const columns = useMemo(
    (): Column<ShopFont>[] => [
      { key: 'name', title: '字体名称', render: (font) => <span className="fonts-name">{font.name}</span> },
      { key: 'preview', title: '预览', width: 168, render: (font) => <Preview url={font.previewImageUrl} /> },
      {
        key: 'active',
        title: '选中时',
        width: 168,
        foldable: true,
        render: (font) => <Preview url={font.activePreviewImageUrl} />,
      },
      {
        key: 'size',
        title: '大小',
        width: 88,
        align: 'right',
        foldable: true,
        render: (font) => <span className="numeric">{bytesText(font.size)}</span>,
      },
    ],
    [],
  )
  return (
    <>
      <TaskReport scope={fontUploadScope} success={() => '上传成功'} />
      <LibraryTable
        kind="font"
        result={fonts}
        nameOf={nameOf}
        columns={columns}
        edit={{ label: '重命名', open: (font) => dialog.open('rename', font.id) }}
        addButton={
          <Button type="primary" icon={<IconPlus />} onClick={() => dialog.open('add')}>
            新增字体
          </Button>
        }
        empty={{
          picture: <LetterPicture />,
          title: '先上传一个字体',
          text: '设计器里的文字用这里启用的字体；没有字体就不能添加文字。支持 TTF、OTF 格式。',
        }}
      />
      <FontAdd open={dialog.name === 'add'} fonts={fonts.data ?? []} onClose={dialog.close} />
      <RenameForm font={renamed} onClose={dialog.close} />
    </>
  )
}
