import { Button } from '@arco-design/web-react'
import { IconCopy, IconDelete, IconDownload, IconEdit, IconPlus } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Jig, Printer } from '../../../../contract/types'
import { jigsQuery, printersQuery } from '../../../api/queries/print-floor'
import { printProfilesQuery } from '../../../api/queries/print-profiles'
import { useApi, usePlatform } from '../../../api/services'
import { usePermissions } from '../../../api/use-permissions'
import { screens } from '../../../base/paths'
import type { PickedFile } from '../../../base/picked-files'
import type { Action } from '../../../ui/action'
import type { Column } from '../../../ui/column'
import { confirmDelete } from '../../../ui/confirm'
import { DataTable } from '../../../ui/data-table'
import { EmptyState } from '../../../ui/empty'
import { PrintPicture } from '../../../ui/empty-pictures'
import { FileButton } from '../../../ui/file-drop'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { ListView } from '../../../ui/list-view'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { toastSuccess } from '../../../ui/toast'
import { useDialog, useDialogRow } from '../../../ui/use-dialog'
import { attempt } from '../attempt'
import { useCases } from '../use-cases'
import { useFloorChange } from '../use-floor-change'
import { HotFolderPart } from './hot-folder-part'
import { JigDrawing } from './jig-drawing'
import type { JigStart } from './jig-files'
import { printerExample } from './printer-example'

const PrinterDialog = lazyDialog('打印机', () => import('./printer-dialog'))
const JigDialog = lazyDialog('治具', () => import('./jig-dialog'))

const nameOf = ({ name }: { readonly name: string }) => name

const jigColumns: readonly Column<Jig>[] = [
  { key: 'drawing', title: '样子', width: 112, render: (jig) => <JigDrawing layout={jig} className="jig-thumb" /> },
  { key: 'name', title: '名称', render: ({ name }) => <b>{name}</b> },
  {
    key: 'size',
    title: '大小',
    width: 144,
    foldable: true,
    render: ({ widthMm, heightMm }) => (
      <span className="numeric">
        {widthMm} × {heightMm} mm
      </span>
    ),
  },
  {
    key: 'slots',
    title: '工位',
    width: 208,
    render: ({ slots, groups }) => (
      <>
        <span className="numeric">{slots.length} 个</span>
        {groups.map(({ name, phoneModelIds }) => (
          <p key={name} className="floor-line">
            {name}：{phoneModelIds.length === 0 ? '放得下的型号都可以' : `${phoneModelIds.length} 个型号`}
          </p>
        ))}
      </>
    ),
  },
]

/** 打印机与治具: the machines of the print floor, and the plates that cases lie in. */
export function MachineTab() {
  const api = useApi()
  const mayChange = usePermissions().may(['factory'])
  const platform = usePlatform()
  const change = useFloorChange()
  const printers = useQuery(printersQuery(api))
  const jigs = useQuery(jigsQuery(api))
  const profiles = useQuery(printProfilesQuery(api)).data ?? []
  const cases = useCases()
  const dialog = useDialog(screens.printers)
  const printer = useDialogRow(dialog, 'printer', printers.data, '打印机')
  const jig = useDialogRow(dialog, 'jig', jigs.data, '治具')
  const [start, setStart] = useState<JigStart | null>(null)
  const addJig = (from: JigStart | null) => {
    setStart(from)
    dialog.open('add-jig')
  }
  const importJig = ([file]: readonly PickedFile[]) =>
    file && void attempt('没有读出治具', async () => addJig(await (await import('./jig-files')).readJigFile(file)))
  const remove = async (kind: 'printers' | 'jigs', { id, name }: { readonly id: number; readonly name: string }) => {
    const noun = kind === 'printers' ? '打印机' : '治具'
    const agreed = await confirmDelete(name, `已经排好的批次不受影响，以后排版不能再选这个${noun}。`, async () => undefined)
    if (!agreed) return
    await attempt(`没有删除${noun}`, () => api[kind].remove({ params: { id } }, { quiet: true }))
    await change()
  }
  const exportSvg = (one: Jig) =>
    attempt('没有导出', async () => {
      const { saved } = await platform.saveFile((await import('./jig-files')).jigFile(one), { toDownloads: true })
      if (saved) toastSuccess(`已导出「${one.name}」`)
    })
  const printerColumns: readonly Column<Printer>[] = [
    { key: 'name', title: '名称', render: ({ name }) => <b>{name}</b> },
    {
      key: 'bed',
      title: '台面',
      width: 144,
      render: ({ widthMm, heightMm }) => (
        <span className="numeric">
          {widthMm} × {heightMm} mm
        </span>
      ),
    },
    {
      key: 'profile',
      title: '打印配置',
      width: 176,
      render: ({ profileId }) =>
        profileId === null ? (
          <span className="floor-line">排版时选</span>
        ) : (
          (profiles.find(({ id }) => id === profileId)?.name ?? '—')
        ),
    },
    {
      key: 'file',
      title: '文件',
      width: 240,
      foldable: true,
      render: (row) => (
        <span className="floor-line numeric">
          {row.folder === '' ? '' : `${row.folder}/`}
          {printerExample(row.fileName, row.name)}
        </span>
      ),
    },
  ]
  const printerActions: readonly Action<Printer>[] = [
    {
      ...{ key: 'edit', label: '修改', icon: <IconEdit />, where: 'row' },
      perform: ([row]) => row && dialog.open('printer', row.id),
    },
    {
      ...{ key: 'delete', label: '删除', icon: <IconDelete />, danger: true, where: 'row' },
      perform: ([row]) => row && remove('printers', row),
    },
  ]
  const jigActions: readonly Action<Jig>[] = [
    ...(mayChange
      ? ([
          {
            ...{ key: 'edit', label: '修改', icon: <IconEdit />, where: 'row' },
            perform: ([row]) => row && dialog.open('jig', row.id),
          },
          {
            ...{ key: 'copy', label: '复制', icon: <IconCopy />, where: 'row' },
            perform: ([row]) => row && addJig({ name: `${row.name} 副本`, layout: row, problems: [] }),
          },
        ] satisfies Action<Jig>[])
      : []),
    {
      ...{ key: 'export', label: '导出 SVG', icon: <IconDownload />, where: 'row' },
      perform: ([row]) => row && exportSvg(row),
    },
    ...(mayChange
      ? ([
          {
            ...{ key: 'delete', label: '删除', icon: <IconDelete />, danger: true, where: 'row' },
            perform: ([row]) => row && remove('jigs', row),
          },
        ] satisfies Action<Jig>[])
      : []),
  ]
  const addPrinterButton = (isMain: boolean) =>
    mayChange && (
      <Button type={isMain ? 'primary' : 'secondary'} icon={<IconPlus />} onClick={() => dialog.open('add-printer')}>
        添加打印机
      </Button>
    )
  const addJigButtons = (isMain: boolean) =>
    mayChange && (
      <div className="machine-acts">
        <FileButton accept=".svg" multiple={false} onFiles={importJig}>
          导入 SVG
        </FileButton>
        <Button type={isMain ? 'primary' : 'secondary'} icon={<IconPlus />} onClick={() => addJig(null)}>
          添加治具
        </Button>
      </div>
    )
  return (
    <>
      <section className="machine-part" aria-labelledby="machine-printers">
        <header>
          <h2 id="machine-printers">打印机</h2>
          {(printers.data?.length ?? 0) > 0 && addPrinterButton(false)}
        </header>
        <ListView result={printers} skeleton={<TableSkeleton label="正在加载打印机" rows={2} />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                picture={<PrintPicture />}
                title="还没有打印机"
                text="填上台面多大、用哪个打印配置，排版时就按它生成整版文件。"
                action={addPrinterButton(true)}
              />
            ) : (
              <DataTable
                label="打印机"
                rows={rows}
                columns={printerColumns}
                nameOf={nameOf}
                {...(mayChange && { actions: printerActions })}
              />
            )
          }
        </ListView>
      </section>
      <section className="machine-part" aria-labelledby="machine-jigs">
        <header>
          <h2 id="machine-jigs">治具</h2>
          {(jigs.data?.length ?? 0) > 0 && addJigButtons(false)}
        </header>
        <ListView result={jigs} skeleton={<TableSkeleton label="正在加载治具" rows={3} />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                picture={<PrintPicture />}
                title="还没有治具"
                text="按行数、列数和间距画一块，排版时每一件放进一个工位。贴纸、皮套可以不用治具。"
                action={addJigButtons(true)}
              />
            ) : (
              <DataTable label="治具" rows={rows} columns={jigColumns} nameOf={nameOf} actions={jigActions} />
            )
          }
        </ListView>
      </section>
      {mayChange && (printers.data?.length ?? 0) > 0 && <HotFolderPart />}
      <PrinterDialog
        visible={dialog.name === 'add-printer' || (dialog.name === 'printer' && printer !== null)}
        printer={dialog.name === 'printer' ? printer : null}
        profiles={profiles}
        onClose={dialog.close}
      />
      <JigDialog
        visible={dialog.name === 'add-jig' || (dialog.name === 'jig' && jig !== null)}
        jig={dialog.name === 'jig' ? jig : null}
        start={start}
        bed={printers.data?.[0] ?? null}
        models={cases.models}
        onClose={dialog.close}
      />
    </>
  )
}
