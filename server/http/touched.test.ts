import { expect, test } from 'vitest'
import { contract } from '../../contract/contract'
import { neededFor } from '../../contract/core'
import { routes } from '../../contract/routes'
import { listEndpoints } from './mount'
import { touching } from './touched'

/** Calls of users of orders and factories that change no order by hand, and why. */
const others: Readonly<Record<string, string>> = {
  'files.uploadForm': 'a file alone',
  'files.uploadPart': 'a file alone',
  'files.uploadResult': 'a file alone',
  'files.taobao': 'a file alone',
  'cutouts.token': 'a picture alone',
  'orders.import': 'what a source says is no touch',
  'orders.planImport': 'changes nothing',
  'orders.findKnown': 'changes nothing',
  'orders.keepFileProfile': 'a setting',
  'orders.sync': 'what a source says is no touch',
  'orders.dismissUnread': 'the order is not stored',
  'orders.preflight': 'changes nothing',
  'orders.mark': 'notes the touch itself, in its transaction',
  'manualOrders.create': 'a new order by hand is as good as one of a source',
  'manualOrders.remove': 'the order is gone',
  'nameLists.check': 'changes nothing',
  'nameLists.picture': 'changes nothing',
  'alarms.acknowledge': 'a notice alone',
  'orderFileImports.begin': 'what a source says is no touch',
  'buyerDesigns.deliver': 'hands the design to the platform as it is',
  'buyerDesigns.draw': 'draws the submission as it is',
  'buyerDesigns.allow': 'a submission goes on as it came',
  'customizations.compare': 'changes nothing',
  'downloadRules.put': 'a setting',
  'orderViews.put': 'a setting',
  'usageRecords.deliver': 'a download changes nothing of the order',
  'usageRecords.correct': 'credits alone',
  'erpIntegrations.create': 'a factory alone',
  'erpIntegrations.update': 'a factory alone',
  'printFloor.open': 'a factory alone',
  'printers.create': 'a printer alone',
  'printers.save': 'a printer alone',
  'printers.remove': 'a printer alone',
  'jigs.create': 'a jig alone',
  'jigs.save': 'a jig alone',
  'jigs.remove': 'a jig alone',
  'printPieces.step': 'pieces are pushed already, which was a touch',
  'printBatches.plan': 'pieces are pushed already, which was a touch',
  'printBatches.move': 'pieces are pushed already, which was a touch',
  'printBatches.make': 'pieces are pushed already, which was a touch',
  'printBatches.reopen': 'pieces are pushed already, which was a touch',
  'printBatches.finish': 'pieces are pushed already, which was a touch',
  'printBatches.remove': 'pieces are pushed already, which was a touch',
  'blanks.change': 'a stock alone',
  'hotFolder.confirm': 'a file alone',
  'printProfiles.create': 'a profile alone',
  'printProfiles.save': 'a profile alone',
  'printProfiles.remove': 'a profile alone',
  'factories.update': 'a factory alone',
  'factories.sync': 'a factory alone',
  'factoryPhoneModels.startSync': 'a factory alone',
  'factoryModelBindings.put': 'a binding alone',
  'factoryModelBindings.putMatched': 'a binding alone',
  'factoryModelBindings.remove': 'a binding alone',
  'phoneLibrary.addFromFactory': 'the catalogue and bindings alone',
  'factoryMaterialBindings.put': 'a binding alone',
  'factoryMaterialBindings.remove': 'a binding alone',
  'factoryColorBindings.put': 'a binding alone',
  'factoryColorBindings.remove': 'a binding alone',
  'pushes.check': 'changes nothing',
  'automationRules.create': 'a rule alone',
  'automationRules.update': 'a rule alone',
  'automationRules.remove': 'a rule alone',
  'automationRules.order': 'a rule alone',
  'automationRules.tryOut': 'changes nothing',
  'automationRules.arm': 'a rule alone',
  'automationRules.pause': 'a setting',
  'orderTags.create': 'a tag alone',
  'orderTags.update': 'a tag alone',
  'orderTags.remove': 'a tag alone',
  'approvals.decide': 'the answer that a rule asked for',
}

test('each call of users of orders and factories either touches orders by hand or says why it does not', () => {
  const changing = listEndpoints(contract, routes).filter(({ method, endpoint: { access } }) => {
    if (method === 'GET' || access === 'public') return false
    const needed = neededFor(access)
    return needed?.includes('orders') || needed?.includes('factory')
  })
  const names = changing.map(({ name }) => name)
  expect(names.filter((name) => !(name in touching) && !(name in others))).toEqual([])
  expect([...Object.keys(touching), ...Object.keys(others)].filter((name) => !names.includes(name))).toEqual([])
  expect(Object.keys(touching).filter((name) => name in others)).toEqual([])
})
