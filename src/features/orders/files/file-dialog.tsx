import { Alert, Button, Checkbox, Input, Select, Space } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ItemState } from '../../../../contract/rules/item-state'
import type { OrderFileImport, Shop } from '../../../../contract/types'
import { fileImportsQuery } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { beijingMinute } from '../../../base/beijing-time'
import { Drawer } from '../../../ui/drawer'
import { FailureText } from '../../../ui/failure-view'
import { FileButton, FileDrop } from '../../../ui/file-drop'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { ShopSelect } from '../../../ui/shop-select'
import { useTaskStore } from '../../../ui/tasks'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { FileColumns } from './file-columns'
import { ImportHistory } from './import-history'
import { againText, type ImportCall } from './import-record'
import { orderFileKind, orderFileScope } from './order-file-kind'
import { PlanView } from './plan-view'
import { stateAnswers } from './states'
import { useOrderFiles } from './use-order-files'
import './order-files.css'

const noImports: readonly OrderFileImport[] = []

interface FileDialogProps extends DialogProps {
  readonly shops: readonly Shop[]
  /** Shop that is chosen at first: the one the list is filtered by. */
  readonly shopId: number | null
}

/** 导入订单: reads export files of marketplaces, shows what they would do, and starts the task that imports them. */
export default function FileDialog({ visible, onClose, ...props }: FileDialogProps) {
  return (
    <Drawer visible={visible} title="导入订单" width="min(920px, 100vw)" footer={null} onCancel={onClose} unmountOnExit>
      {visible && <FileImport {...props} onClose={onClose} />}
    </Drawer>
  )
}

function FileImport({ shops, shopId, onClose }: Omit<FileDialogProps, 'visible'>) {
  const store = useTaskStore()
  const work = useOrderFiles(shops, shopId)
  const [text, setText] = useState('')
  const { plan, shop } = work
  const recorded = useQuery(fileImportsQuery(useApi()))
  const imports = recorded.data?.items ?? noImports
  const again = work.files.flatMap((file) => (shop === undefined ? [] : (againText(file, shop.id, imports, beijingMinute) ?? [])))
  const count = plan?.orders ?? 0

  const start = useOneAtATime(async () => {
    if (plan === null || shop === undefined) return
    const calls = await work.begin()
    if (calls === null) return
    let first = 1
    store.start<ImportCall>({
      kind: orderFileKind,
      title: `导入 ${count} 个订单到「${shop.name}」`,
      scope: orderFileScope,
      items: calls.map((input, at) => {
        const last = first + input.count - 1
        const name = `第 ${first}–${last} 个订单`
        first = last + 1
        return { key: String(at), name, input }
      }),
    })
    // Forgotten answers are asked again; the import itself has begun.
    work.remember().catch(() => undefined)
    onClose()
  })
  return (
    <div className="order-files">
      <FileDrop
        hint="把平台导出的订单表格拖到这里（CSV、Excel），可以一次放几个"
        onFiles={(files) => void work.addFiles(files)}
        disabled={work.busy}
      >
        <FileButton accept=".csv,.tsv,.txt,.xlsx,.xls,.html" onFiles={(files) => void work.addFiles(files)} disabled={work.busy}>
          选择表格文件
        </FileButton>
      </FileDrop>
      <div className="orders-field">
        <label className="orders-label" htmlFor="order-files-text">
          或者从表格里复制几行（连同列名）粘贴到这里
        </label>
        <Space align="start" className="order-files-paste">
          <Input.TextArea id="order-files-text" value={text} autoSize={{ minRows: 2, maxRows: 4 }} onChange={setText} />
          <Button
            disabled={text.trim() === ''}
            onClick={() => {
              setText('')
              void work.addText(text)
            }}
          >
            读取
          </Button>
        </Space>
      </div>
      <p className="orders-hint">只有下面对应到的列会上传；收货人、电话和地址不会离开这台电脑。</p>
      {work.problems.map((problem) => (
        <Alert key={problem} type="error" content={problem} />
      ))}
      {work.files.map((file) => (
        <FileColumns key={file.key} file={file} onChange={work.setFile} onRemove={() => work.removeFile(file.key)} />
      ))}
      {work.files.length > 0 && (
        <>
          <div className="orders-field">
            <span className="orders-label">导入到店铺</span>
            <ShopSelect shops={shops} value={shop?.id ?? null} onChange={work.setShop} />
          </div>
          {work.otherName !== null && (
            <Alert type="warning" content={`这些订单号像是${work.otherName}的，请确认没有选错店铺。`} />
          )}
          {work.askedStates.length > 0 && (
            <section className="order-files-states" aria-label="订单状态的含义">
              <p className="orders-label">
                {work.askedStates.every((word) => work.answers[word] !== undefined)
                  ? '这些状态的含义是您指定的，可以修改。'
                  : '这些状态还不认识，请指定含义；没有指定的先不生产。'}
              </p>
              {work.askedStates.map((word) => (
                <div key={word} className="order-files-state">
                  <span>{word}</span>
                  <Select
                    aria-label={`「${word}」的含义`}
                    size="small"
                    placeholder="请选择"
                    {...(work.answers[word] !== undefined && { value: work.answers[word] })}
                    options={Object.entries(stateAnswers).map(([value, label]) => ({ value, label: label ?? value }))}
                    onChange={(state: ItemState) => work.answer(word, state)}
                  />
                </div>
              ))}
            </section>
          )}
          {again.map((sentence) => (
            <Alert key={sentence} type="info" content={sentence} />
          ))}
          <Checkbox checked={work.withOver} onChange={work.setWithOver}>
            也导入已发货和已结束的订单
          </Checkbox>
          {work.failure !== null && <Alert type="error" content={<FailureText error={work.failure} />} />}
          {plan !== null && <PlanView plan={plan} readRows={work.readRows} />}
          <Space>
            <Button
              type={plan === null ? 'primary' : 'secondary'}
              loading={work.busy}
              disabled={!work.ready}
              onClick={() => void work.makePlan()}
            >
              {work.progress === null ? '试算' : `试算 ${Math.floor(work.progress * 100)}%`}
            </Button>
            {plan !== null && (
              <Button type="primary" disabled={count === 0 || work.busy} onClick={() => start()}>
                {`导入 ${count} 个订单`}
              </Button>
            )}
          </Space>
        </>
      )}
      <ImportHistory imports={imports} shops={shops} />
    </div>
  )
}
