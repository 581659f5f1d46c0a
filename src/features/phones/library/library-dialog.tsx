/** 添加机型: ticks phones of the library, or models of a factory, and adds them with colours and standard wireframes as one task. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { libraryName, libraryPhones } from '../../../../contract/library/library'
import type { Factory } from '../../../../contract/types'
import { boundFactoriesQuery } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { usePermissions } from '../../../api/use-permissions'
import { ListView } from '../../../ui/list-view'
import { Modal } from '../../../ui/modal'
import { TabBar } from '../../../ui/tab-bar'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { useTasks } from '../../../ui/task-context'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { CaseFields } from './case-fields'
import { FactoryPicker } from './factory-picker'
import { LibraryPicker } from './library-picker'
import { type AddTask, LibraryResults } from './library-results'
import { libraryScope } from './library-task'
import { useKnownPhones } from './use-known-phones'
import './library.css'

interface LibraryDialogProps {
  readonly visible: boolean
  /** The tab that is shown first. */
  readonly tab: 'common' | 'factory'
  /** The factory that is shown first; null for any. */
  readonly factoryId: number | null
  readonly onClose: () => void
}

export default function LibraryDialog({ visible, onClose, ...first }: LibraryDialogProps) {
  // All tasks of this scope have these inputs and results; the store's type cannot express that.
  const current = useTasks(libraryScope).at(-1) as AddTask | undefined
  const lastTask = useValueWhileClosing(visible, current)
  const task = visible ? current : lastTask
  return (
    <Modal
      visible={visible}
      title="添加机型"
      className="library-dialog"
      footer={null}
      onCancel={onClose}
      style={{ width: 880, maxWidth: 'calc(100vw - 32px)' }}
    >
      {task ? <LibraryResults task={task} onClose={onClose} /> : <Choosing {...first} onClose={onClose} />}
    </Modal>
  )
}

type ChoosingProps = Omit<LibraryDialogProps, 'visible'>

const noFactories: readonly Factory[] = []
const libraryNames = libraryPhones.map(libraryName)

function Choosing({ tab: firstTab, factoryId: firstFactory, onClose }: ChoosingProps) {
  const api = useApi()
  const [tab, setTab] = useState(firstTab)
  const [phones, setPhones] = useState<ReadonlySet<string>>(new Set())
  const [codes, setCodes] = useState<ReadonlySet<string>>(new Set())
  const [factoryId, setFactoryId] = useState(firstFactory)
  const known = useKnownPhones()
  const { may } = usePermissions()
  const isFactory = tab === 'factory'
  const factories = useQuery({ ...boundFactoriesQuery(api), enabled: isFactory, meta: { quiet: true } })
  const listed = factories.data?.filter(({ gone }) => !gone) ?? noFactories
  const factory = listed.find(({ id }) => id === factoryId) ?? listed[0]
  const tabs = [
    { key: 'common', label: `常用机型（${libraryPhones.length}）` },
    ...(may(['factory']) ? [{ key: 'factory', label: '从工厂机型创建' }] : []),
  ]
  return (
    <>
      <TabBar inner label="来源" tabs={tabs} active={tab} onChange={(key) => setTab(key === 'factory' ? 'factory' : 'common')}>
        {isFactory ? (
          <ListView result={factories} skeleton={<TableSkeleton label="正在读取工厂" rows={4} />}>
            {() => (
              <FactoryPicker
                factories={listed}
                factory={factory}
                onFactory={(id) => {
                  setFactoryId(id)
                  setCodes(new Set())
                }}
                chosen={codes}
                onChange={setCodes}
              />
            )}
          </ListView>
        ) : (
          <LibraryPicker known={known} chosen={phones} onChange={setPhones} />
        )}
      </TabBar>
      <CaseFields
        names={isFactory ? [...codes] : libraryNames.filter((name) => phones.has(name))}
        known={isFactory ? 0 : libraryNames.filter((name) => phones.has(name) && known.has(name)).length}
        factory={isFactory ? (factory ?? null) : null}
        onClose={onClose}
      />
    </>
  )
}
