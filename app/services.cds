using from './common/labels';
using from './common/value-helps';
using from './films/annotations';
using from './people/annotations';
using from './shows/annotations';
