import { Button } from '@arco-design/web-react'
import { IconCopy, IconDelete, IconEdit, IconPlus, IconPrinter, IconScan } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StoredPrintProfile } from '../../../contract/types'
import { printProfileKeys, printProfilesQuery } from '../../api/queries/print-profiles'
import { useApi, usePlatform } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { screens } from '../../base/paths'
import type { PickedFile } from '../../base/picked-files'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { showMessage } from '../../ui/confirm'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { PrintPicture } from '../../ui/empty-pictures'
import { FailureText } from '../../ui/failure-view'
import { FileButton } from '../../ui/file-drop'
import { lazyDialog } from '../../ui/lazy-dialog'
import { ListView } from '../../ui/list-view'
import { Page } from '../../ui/page'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastSuccess } from '../../ui/toast'
import { offerUndo } from '../../ui/undo'
import { useDialog, useDialogRow } from '../../ui/use-dialog'
import { learnFrom, makeTestPage } from './print-work'
import type { ProfileStart } from './profile-dialog'
import { plateText, profileText } from './texts'
import './print-profiles.css'

const ProfileDialog = lazyDialog('打印配置', () => import('./profile-dialog'))

const nameOf = ({ name }: StoredPrintProfile) => name

const columns: readonly Column<StoredPrintProfile>[] = [
  {
    key: 'name',
    title: '名称',
    render: ({ name, settings, icc }) => (
      <>
        <b>{name}</b>
        {settings.colors === 'cmyk' && icc === null && <p className="profile-missing">还没有选择 ICC 文件，不能用来下载</p>}
      </>
    ),
  },
  { key: 'file', title: '文件', width: 184, foldable: true, render: ({ settings }) => profileText(settings) },
  {
    key: 'plates',
    title: '附加通道',
    width: 256,
    render: ({ settings }) =>
      settings.plates.length === 0 ? '没有' : settings.plates.map((plate) => <div key={plate.name}>{plateText(plate)}</div>),
  },
  {
    key: 'icc',
    title: 'ICC',
    width: 160,
    foldable: 'first',
    render: ({ settings, icc }) => (settings.colors === 'rgb' ? '不需要' : (icc?.name ?? '—')),
  },
]

/** Endings of files that a profile can be learned from. */
const learnable = '.tif,.tiff,.pdf'

/** 打印配置: how print files are written for each printer, learned from a file or begun from a preset. */
export default function PrintProfileScreen() {
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const mayChange = usePermissions().may(['factory'])
  const profiles = useQuery(printProfilesQuery(api))
  const dialog = useDialog(screens.printProfiles)
  const edited = useDialogRow(dialog, 'edit', profiles.data, '打印配置')
  const [start, setStart] = useState<ProfileStart | null>(null)
  const [isReading, setReading] = useState(false)

  const create = (from: ProfileStart | null) => {
    setStart(from)
    dialog.open('create')
  }
  const learn = async ([picked]: readonly PickedFile[]) => {
    if (picked === undefined) return
    setReading(true)
    try {
      create(await learnFrom(picked, platform))
    } catch (error) {
      await showMessage('没有读出打印配置', <FailureText error={error} />)
    } finally {
      setReading(false)
    }
  }
  const reload = () => queries.invalidateQueries({ queryKey: printProfileKeys.all })
  const remove = async (profile: StoredPrintProfile) => {
    const { name, settings, icc } = profile
    try {
      await api.printProfiles.remove({ params: { id: profile.id } }, { quiet: true })
    } catch (error) {
      return showMessage('没有删除', <FailureText error={error} />)
    } finally {
      await reload()
    }
    offerUndo(`已删除打印配置「${name}」`, async () => {
      const body = { name, settings, icc: icc === null ? null : { fileId: icc.fileId, name: icc.name } }
      await api.printProfiles.create({ body }, { quiet: true })
      await reload()
    })
  }
  const test = async (profile: StoredPrintProfile) => {
    try {
      const { name, blob } = await makeTestPage(profile)
      const { saved } = await platform.saveFile({ name, blob }, { toDownloads: true })
      if (saved) toastSuccess('测试页已保存，打印后看“此处应有白墨”的方块下面有没有白墨')
    } catch (error) {
      await showMessage('没有生成测试页', <FailureText error={error} />)
    }
  }
  const actions: readonly Action<StoredPrintProfile>[] = [
    { key: 'test', label: '测试页', icon: <IconPrinter />, where: 'row', perform: ([row]) => row && test(row) },
    ...(mayChange
      ? ([
          {
            key: 'edit',
            label: '修改',
            icon: <IconEdit />,
            where: 'row',
            perform: ([row]) => row && dialog.open('edit', row.id),
          },
          {
            ...{ key: 'copy', label: '复制', icon: <IconCopy />, where: 'row' },
            perform: ([row]) =>
              row &&
              create({
                name: `${row.name} 副本`,
                settings: row.settings,
                icc: row.icc === null ? null : { fileId: row.icc.fileId, name: row.icc.name },
                doubts: [],
              }),
          },
          {
            ...{ key: 'delete', label: '删除', icon: <IconDelete />, danger: true, where: 'row' },
            perform: ([row]) => row && remove(row),
          },
        ] satisfies Action<StoredPrintProfile>[])
      : []),
  ]
  const learnButton = mayChange && (
    <FileButton
      icon={<IconScan />}
      accept={learnable}
      multiple={false}
      disabled={isReading}
      onFiles={(files) => void learn(files)}
    >
      {isReading ? '正在读文件…' : '从能打印的文件学习'}
    </FileButton>
  )
  const addButton = mayChange && (
    <Button type="primary" icon={<IconPlus />} onClick={() => create(null)}>
      新建打印配置
    </Button>
  )
  const hasProfiles = (profiles.data?.length ?? 0) > 0
  return (
    <Page title="打印配置" actions={hasProfiles && learnButton} primary={hasProfiles && addButton}>
      <p className="profile-hint">
        一台打印机一个配置：白墨和光油通道、颜色、分辨率。下载定制图时在下载设置里选它，文件就能直接打印，不用再过一遍 Photoshop。
      </p>
      <ListView result={profiles} skeleton={<TableSkeleton label="正在加载打印配置" rows={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              picture={<PrintPicture />}
              title="还没有打印配置"
              text="拖一个以前打得好的 TIFF 或 PDF 进来，会读出它的通道、名字、顺序和分辨率；或者从蒙泰、ONYX、Roland 等预设开始。"
              action={
                <>
                  {addButton} {learnButton}
                </>
              }
            />
          ) : (
            <DataTable label="打印配置" rows={rows} columns={columns} nameOf={nameOf} actions={actions} />
          )
        }
      </ListView>
      <ProfileDialog
        visible={dialog.name === 'create' || (dialog.name === 'edit' && edited !== null)}
        profile={dialog.name === 'edit' ? edited : null}
        start={start}
        onClose={dialog.close}
      />
    </Page>
  )
}
