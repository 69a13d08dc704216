import fc from 'fast-check'
import { nearNames, quoteIdentifier, resolveName } from '../../../../srv/admin/core/identifiers.ts'
import { runs } from '../../../support/long.ts'

const resolve = (sent: string, known: readonly string[]) => resolveName(sent, known, 'TABLE_NOT_FOUND', 'Table')
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })

describe('quoting', () => {
  it('doubles quotes, whatever the name', () => {
    expect(quoteIdentifier('a"; DROP TABLE x')).toBe('"a""; DROP TABLE x"')
    fc.assert(
      fc.property(name, (each) => {
        const quoted = quoteIdentifier(each)
        expect(quoted.slice(1, -1).replaceAll('""', '')).not.toContain('"')
        expect(quoted.slice(1, -1).replaceAll('""', '"')).toBe(each)
      }),
    )
  })
})

describe('resolving a name', () => {
  it('prefers the exact spelling, then takes a unique one but for letter case', () => {
    expect(resolve('Film', ['FILM', 'Film', 'film'])).toBe('Film')
    expect(resolve('FILM', ['saga_Film', 'film'])).toBe('film')
    expect(resolve('ÉTÉ', ['été'])).toBe('été')
  })

  it('takes none when several differ in case only', () => {
    expect(() => resolve('fILM', ['FILM', 'film'])).toThrow(
      expect.objectContaining({ code: 'AMBIGUOUS_NAME' }) as Error,
    )
  })

  it('tells near names, at most three, nearest first', () => {
    const known = ['film_a', 'film_b', 'film_cd', 'film_d', 'people']
    expect(() => resolve('fim_a', known)).toThrow(
      expect.objectContaining({ details: "Table 'fim_a' does not exist; did you mean 'film_a'?" }) as Error,
    )
    expect(nearNames('film_x', known)).toEqual(['film_a', 'film_b', 'film_d'])
    expect(nearNames('something else', known)).toEqual([])
  })

  it('takes two letters that changed places for one error', () => {
    expect(nearNames('titel', ['title', 'toll'])).toEqual(['title'])
    expect(nearNames('maps', ['pams', 'amps'])).toEqual(['amps'])
  })

  it('folds letters beyond ASCII, those with several lower ones, and composed ones', () => {
    expect(resolve('ÜBUNG', ['Übung'])).toBe('Übung')
    expect(resolve('u\u0308bung', ['Übung'])).toBe('Übung')
    expect(resolve('σασ', ['ΣΑΣ'])).toBe('ΣΑΣ')
    expect(() => resolve('ÜBUNK', ['übung'])).toThrow(
      expect.objectContaining({ details: expect.stringContaining("'übung'") as string }) as Error,
    )
  })

  it('never returns anything but a known name', () => {
    fc.assert(
      fc.property(name, fc.array(name), (sent, known) => {
        try {
          expect(known).toContain(resolve(sent, known))
        } catch (error) {
          expect(['TABLE_NOT_FOUND', 'AMBIGUOUS_NAME']).toContain((error as { code?: string }).code)
        }
      }),
    )
  })

  it('stays quick on long names', () => {
    expect(
      nearNames(
        'x'.repeat(100_000),
        Array.from({ length: runs(100, 1_000) }, () => 'y'.repeat(100_000)),
      ),
    ).toEqual([])
  })
})
