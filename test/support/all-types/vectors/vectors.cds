using { TypesService } from '../srv/types';

/** OData has no type for it, and PostgreSQL only with an extension. */
extend TypesService.Everything with {
  @cds.api.ignore
  vector : Vector(4);
}
