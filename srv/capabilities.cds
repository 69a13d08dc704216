/** What the services offer and what they do not, where it differs from all of OData: clients read it from `$metadata`. */
using { SagaFilm } from './film-service';
using { SagaEpisode } from './episode-service';
using { DataService } from './data-service';

annotate SagaFilm with
  @Capabilities.AsynchronousRequestsSupported: false
  @Capabilities.CrossJoinSupported           : false
  @Capabilities.KeyAsSegmentSupported        : true
  @Capabilities.FilterSegmentSupported       : true
  @Capabilities.QuerySegmentSupported        : true
  @Capabilities.FilterFunctions              : [
    'contains', 'startswith', 'endswith', 'concat', 'indexof', 'length', 'substring', 'tolower', 'toupper', 'trim',
    'year', 'month', 'day', 'hour', 'minute', 'second', 'fractionalseconds', 'date', 'time', 'now', 'mindatetime',
    'maxdatetime', 'totaloffsetminutes', 'totalseconds', 'round', 'floor', 'ceiling', 'cast', 'isof', 'matchesPattern'
  ];

annotate SagaEpisode with
  @Capabilities.AsynchronousRequestsSupported: false
  @Capabilities.CrossJoinSupported           : false
  @Capabilities.KeyAsSegmentSupported        : true
  @Capabilities.FilterSegmentSupported       : true
  @Capabilities.QuerySegmentSupported        : true
  @Capabilities.FilterFunctions              : [
    'contains', 'startswith', 'endswith', 'concat', 'indexof', 'length', 'substring', 'tolower', 'toupper', 'trim',
    'year', 'month', 'day', 'hour', 'minute', 'second', 'fractionalseconds', 'date', 'time', 'now', 'mindatetime',
    'maxdatetime', 'totaloffsetminutes', 'totalseconds', 'round', 'floor', 'ceiling', 'cast', 'isof', 'matchesPattern'
  ];

annotate DataService with
  @Capabilities.AsynchronousRequestsSupported: false
  @Capabilities.CrossJoinSupported           : false;

annotate SagaFilm.directors with @Capabilities.ExpandRestrictions.Expandable: false;
annotate SagaFilm.producers with @Capabilities.ExpandRestrictions.Expandable: false;
