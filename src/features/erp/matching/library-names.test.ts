/** Every name of every phone of the library means that phone to the matcher, and no other. */
import { expect, test } from 'vitest'
import { libraryName, libraryPhones, namesOf } from '../../../../contract/library/library'
import { matchModels } from './match'

const factory = libraryPhones.map((phone) => ({ code: libraryName(phone), name: libraryName(phone) }))

test('each name and each alias finds its own phone among all of the library', () => {
  const asked = libraryPhones.flatMap((phone) => namesOf(phone).map((name) => ({ phone, name })))
  const proposals = matchModels(
    asked.map(({ phone, name }, id) => ({ id, brand: phone.brand, name })),
    factory,
  )
  const wrong = proposals.flatMap(({ match, seller }, at) => {
    const expected = asked[at] && libraryName(asked[at].phone)
    return match?.factory.code === expected ? [] : [`${seller.name}: ${match?.factory.code ?? 'nothing'} instead of ${expected}`]
  })
  expect(wrong).toEqual([])
})

test('no name fits a second phone as well', () => {
  const proposals = matchModels(
    libraryPhones.map((phone, id) => ({ id, brand: phone.brand, name: phone.name })),
    factory,
  )
  const doubtful = proposals.filter(({ runnerUp }) => runnerUp !== null && runnerUp.score >= 0.9).map(({ seller }) => seller.name)
  expect(doubtful).toEqual([])
})
